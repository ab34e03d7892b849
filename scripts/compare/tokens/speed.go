package main

import (
	"fmt"
	"path/filepath"
)

// The columns of the table of speeds.
const (
	colPlain = iota
	colWarm
	colCold
	colTiktokenGo
	colNpm
	columns
)

var columnNames = [columns]string{"ours, no memo", "ours, warm", "ours, cold", tiktokenGo, npm}

// speed measures every kind of text in one encoding and prints a table.
func (b *bench) speed(encoding string) error {
	memo, plain, err := newOurs(encoding)
	if err != nil {
		return err
	}
	theirs, err := newTiktokenGo(encoding)
	if err != nil {
		return err
	}
	times := make([][columns]timing, len(b.texts))
	for round := range b.opt.rounds {
		cold, err := b.fresh("cold", encoding)
		if err != nil {
			return err
		}
		for i, text := range b.texts {
			b.say("%s: round %d of %d, %s", encoding, round+1, b.opt.rounds, text.Kind)
			if i >= len(cold.Cold) {
				return fmt.Errorf("the cold pass has no %s", text.Kind)
			}
			times[i][colCold].faster(cold.Cold[i])
			memo.count(text.Data, "") // from here on it is warm
			for _, turn := range []struct {
				column int
				counter
			}{{colWarm, memo}, {colPlain, plain}, {colTiktokenGo, theirs}} {
				t, err := turn.time(text.Data, b.opt.passes)
				if err != nil {
					return err
				}
				times[i][turn.column].faster(t)
			}
			if b.node != nil {
				t, err := b.node.time(encoding, filepath.Join(b.dir, text.Kind), b.opt.passes)
				if err != nil {
					return err
				}
				times[i][colNpm].faster(t)
			}
		}
	}
	b.speedTable(encoding, times)
	return nil
}

func (b *bench) speedTable(encoding string, times [][columns]timing) {
	t := table{head: []string{"MB/s", "kB", "bytes/token"}}
	t.head = append(t.head, columnNames[:]...)
	var all [columns]timing
	size := 0
	for i, text := range b.texts {
		var counts []named
		for column := range columns {
			got := times[i][column]
			all[column].Count += got.Count
			all[column].CPU += got.CPU
			if got.CPU > 0 {
				counts = append(counts, named{columnNames[column], got.Count})
			}
		}
		b.same(encoding+", "+text.Kind, counts)
		t.rows = append(t.rows, speedRow(text.Kind, len(text.Data), times[i]))
		size += len(text.Data)
	}
	t.rows = append(t.rows, speedRow("**all**", size, all))
	fmt.Fprintf(b.out, "## %s: speed\n\n%s\n", encoding, t.markdown())
}

// speedRow formats one row: the speeds, and their ratio to that of tiktoken-go.
func speedRow(name string, size int, times [columns]timing) []string {
	row := []string{name, fmt.Sprintf("%.0f", float64(size)/1e3), "–"}
	if n := times[colPlain].Count; n > 0 {
		row[2] = fmt.Sprintf("%.2f", float64(size)/float64(n))
	}
	for _, t := range times {
		if t.CPU == 0 {
			row = append(row, "–")
			continue
		}
		row = append(row, fmt.Sprintf("%.2f (%.1f×)", float64(size)/1e6/t.CPU.Seconds(), ratio(times[colTiktokenGo], t)))
	}
	return row
}

// ratio is how many times as fast as a is b.
func ratio(a, b timing) float64 { return float64(a.CPU) / float64(max(b.CPU, 1)) }

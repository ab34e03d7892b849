package main

import "fmt"

// startup measures what the first count costs in fresh processes, over what an idle process of the same program costs.
func (b *bench) startup(encoding string) error {
	t := table{head: []string{"first count", "CPU: ms over idle", "resident: MB over idle", "peak: MB over idle", "idle: ms", "idle: MB"}}
	b.say("%s: first counts", encoding)
	var counts []named
	for _, s := range []struct {
		name        string
		idle, start func() (*report, error)
	}{
		{ours, func() (*report, error) { return b.fresh("idle", encoding) }, func() (*report, error) { return b.fresh(ours, encoding) }},
		{tiktokenGo, func() (*report, error) { return b.fresh("idle", encoding) }, func() (*report, error) { return b.fresh(tiktokenGo, encoding) }},
		{npm, func() (*report, error) { return b.node.fresh("idle") }, func() (*report, error) { return b.node.fresh("first", encoding, first) }},
	} {
		if s.name == npm && b.node == nil {
			continue
		}
		var idle, start *report
		for range b.opt.processes {
			i, err := s.idle()
			if err != nil {
				return err
			}
			r, err := s.start()
			if err != nil {
				return err
			}
			idle, start = least(idle, i), least(start, r)
		}
		counts = append(counts, named{s.name, start.Count})
		t.rows = append(t.rows, []string{s.name,
			fmt.Sprintf("%.1f", (start.CPU-idle.CPU).Seconds()*1e3),
			fmt.Sprintf("%.1f", float64(start.Resident-idle.Resident)/1e6),
			fmt.Sprintf("%.1f", float64(start.Peak-idle.Peak)/1e6),
			fmt.Sprintf("%.1f", idle.CPU.Seconds()*1e3),
			fmt.Sprintf("%.1f", float64(idle.Resident)/1e6)})
	}
	b.same(encoding+", first count", counts)
	fmt.Fprintf(b.out, "## %s: the first count of a fresh process\n\nLeast of %d processes; resident after a garbage collection.\n\n%s\n", encoding, b.opt.processes, t.markdown())
	return nil
}

// least keeps the least of each figure.
func least(a, b *report) *report {
	if a == nil {
		return b
	}
	return &report{CPU: min(a.CPU, b.CPU), Resident: min(a.Resident, b.Resident), Peak: min(a.Peak, b.Peak), Count: b.Count}
}

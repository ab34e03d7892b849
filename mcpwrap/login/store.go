package login

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
)

// A Store is the folder that holds logins, a file for each server. It is made when the first one is kept.
type Store struct {
	Dir string
}

const entryKind = "schema-bench/login/v1"

// An entry is what is kept of a login. It holds all that a renewal needs, so that nothing that the server says later can
// send the secrets to somebody else.
type entry struct {
	Kind       string    `json:"schema"`
	Server     string    `json:"server"` // its Address
	Resource   string    `json:"resource"`
	Document   string    `json:"resource_metadata,omitempty"`
	Base       string    `json:"base"`
	Issuer     string    `json:"issuer"`
	Tokens     string    `json:"token_endpoint"`
	Revocation string    `json:"revocation_endpoint,omitempty"`
	Client     string    `json:"client_id"`
	Secret     string    `json:"client_secret,omitempty"`
	Method     string    `json:"token_endpoint_auth_method,omitempty"`
	Scope      string    `json:"scope,omitempty"`
	Access     string    `json:"access_token"`
	Refresh    string    `json:"refresh_token,omitempty"`
	Expires    time.Time `json:"expires_at,omitzero"`
}

// A token that says it is good for longer than this has a lifetime that no clock can hold, or means for ever.
const forever = 10 * 365 * 24 * time.Hour

// take puts what an authorization server has issued into the entry.
func (e *entry) take(t *transport.Token, now time.Time) error {
	if t.AccessToken == "" {
		return errors.New("the authorization server answers without a token")
	}
	for _, c := range t.AccessToken {
		if c <= ' ' || c >= 0x7f { // it has to fit into a header
			return errors.New("the authorization server answers with a token that cannot be sent")
		}
	}
	if t.TokenType != "" && !strings.EqualFold(t.TokenType, "bearer") {
		return fmt.Errorf("the authorization server answers with a token of the kind %s, and only bearer tokens are known", quoted(t.TokenType))
	}
	e.Access, e.Refresh, e.Expires = t.AccessToken, t.RefreshToken, time.Time{}
	if t.Scope != "" {
		e.Scope = t.Scope
	}
	if t.ExpiresIn > 0 {
		e.Expires = now.Add(time.Duration(min(t.ExpiresIn, int64(forever/time.Second))) * time.Second).UTC()
	}
	return nil
}

func (e *entry) header() string { return "Bearer " + e.Access }

func (s Store) path(address, ext string) string {
	sum := sha256.Sum256([]byte(address))
	return filepath.Join(s.Dir, hex.EncodeToString(sum[:16])+ext)
}

// load reads the login to a server; nil if there is none.
func (s Store) load(address string) (*entry, error) {
	name := s.path(address, ".json")
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e := new(entry)
	if err := json.Unmarshal(b, e); err != nil || e.Kind != entryKind || e.Server != address || e.Access == "" {
		return nil, &hinted{fmt.Errorf("%s does not hold a login to this server that can be read", name), "schema-bench wrap login " + address}
	}
	return e, nil
}

// save keeps a login. Readers see the old file or the new one.
func (s Store) save(e *entry) error {
	e.Kind = entryKind
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	if err := s.make(); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.Dir, ".login-") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails harmlessly once the file has its name
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), s.path(e.Server, ".json"))
}

// remove forgets a login.
func (s Store) remove(address string) error {
	if err := os.Remove(s.path(address, ".json")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// make makes the folder, and takes it away from others if it was theirs to look into.
func (s Store) make() error {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(s.Dir, 0o700)
}

// lock keeps other processes from changing the login to a server until the function that it returns is called.
func (s Store) lock(ctx context.Context, address string) (unlock func(), err error) {
	if err := s.make(); err != nil {
		return nil, err
	}
	// The file stays: one that is removed while another process waits for it would let two in.
	f, err := os.OpenFile(s.path(address, ".lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		ok, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, err
		}
		if ok {
			return func() { f.Close() }, nil
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

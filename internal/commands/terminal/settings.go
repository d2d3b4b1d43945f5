package terminal

import (
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"
)

// settings resolves what the command line leaves open, in the order
// environment, file, default, and remembers where each value came from.
type settings struct {
	env    func(string) (string, bool)
	file   map[string]string // by flag name
	origin map[string]string // by flag name
}

// EnvPrefix begins the name of every variable: PREDATE_LISTEN for --listen.
const EnvPrefix = "PREDATE_"

// ReadSettings reads the configuration file named by --config or
// PREDATE_CONFIG, if any: one "name: value" a line, names as on the command
// line.
func ReadSettings(args []string, env func(string) (string, bool)) (*settings, error) {
	s := &settings{env: env, file: map[string]string{}, origin: map[string]string{}}
	path := configPath(args, env)
	if path == "" {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	values := map[string]any{}
	if err := yaml.UnmarshalWithOptions(raw, &values, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read configuration %s: %w", path, err)
	}
	for name, value := range values {
		s.file[name] = fmt.Sprint(value)
	}
	return s, nil
}

func configPath(args []string, env func(string) (string, bool)) string {
	for i, arg := range args {
		if path, ok := strings.CutPrefix(arg, "--config="); ok {
			return path
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	path, _ := env(EnvPrefix + "CONFIG")
	return path
}

// Validate refuses names in the configuration file that no flag bears.
func (s *settings) Validate(app *kong.Application) error {
	known := map[string]bool{}
	collectFlags(app.Node, known)
	var unknown []string
	for name := range s.file {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	sort.Strings(unknown)
	return fmt.Errorf("unknown setting in the configuration file: %s", strings.Join(unknown, ", "))
}

func collectFlags(node *kong.Node, into map[string]bool) {
	for _, flag := range node.Flags {
		into[flag.Name] = true
	}
	for _, child := range node.Children {
		collectFlags(child, into)
	}
}

// Resolve gives kong the value of a flag that the command line did not set.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if flag.Name == "help" || flag.Name == "config" {
		return nil, nil
	}
	variable := EnvPrefix + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
	if value, ok := s.env(variable); ok {
		s.origin[flag.Name] = "environment " + variable
		return value, nil
	}
	if path, ok := s.env(variable + "_FILE"); ok {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read %s_FILE: %w", variable, err)
		}
		s.origin[flag.Name] = "file of " + variable + "_FILE"
		return strings.TrimSpace(string(raw)), nil
	}
	if value, ok := s.file[flag.Name]; ok {
		s.origin[flag.Name] = "configuration file"
		return value, nil
	}
	s.origin[flag.Name] = "default"
	return nil, nil
}

// OriginOf tells where a flag's value came from.
func (s *settings) OriginOf(name string) string {
	if origin, ok := s.origin[name]; ok {
		return origin
	}
	return "command line"
}

//go:build prove

package sdk

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mcs is the command that compiles sources with the library of C# to a program.
func mcs(t *testing.T, program string, sources ...string) []string {
	t.Helper()
	library, err := filepath.Glob("csharp/Predate/*.cs")
	if err != nil || len(library) == 0 {
		t.Fatal(library, err)
	}
	command := []string{"mcs", "-langversion:7.2", "-warn:4", "-warnaserror", "-nowarn:1591,1587", "-r:System.Net.Http.dll", "-out:" + program}
	for _, file := range library {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		command = append(command, path)
	}
	return append(command, sources...)
}

// Around a program of the README for Mono, whose compiler knows no statements outside of
// a class, no Main that waits, and no namespaces that are used unsaid.
const (
	beforeCSharp = "using System;\nusing System.Collections.Generic;\nusing System.IO;\nusing System.Threading.Tasks;\nusing Predate;\n\n" +
		"internal static class Program\n{\n    private static void Main()\n    {\n        Run().GetAwaiter().GetResult();\n    }\n\n    private static async Task Run()\n    {\n"
	afterCSharp = "    }\n}\n"
)

// older says a program of the README in C# 7, which Mono compiles: without its using, and
// without the mark that something is not null.
func older(program string) string {
	return strings.ReplaceAll(strings.TrimPrefix(program, "using Predate;\n"), ")!;", ");")
}

// firstOrderOfCSharp runs the first order of the README, and has a statement that the
// server knows as that of the order.
func (s *service) firstOrderOfCSharp(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("csharp/README.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile("(?s)As `Program.cs`, run by `dotnet run`:\n\n```csharp\n(.*?)```").FindStringSubmatch(string(text))
	if first == nil {
		t.Fatal("the README shows no first order")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "Program.cs"), beforeCSharp+older(first[1])+afterCSharp)
	s.suite(t, dir, mcs(t, "first.exe", "Program.cs")...)
	told := regexp.MustCompile(`\b([A-HJKMNP-TV-Z2-9]{6}) done\b`).FindStringSubmatch(s.suite(t, dir, "mono", "first.exe"))
	if told == nil {
		t.Fatal("the first order is not done")
	}
	pdf, err := os.ReadFile(filepath.Join(dir, "statement.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(pdf); hex.EncodeToString(sum[:]) != s.statementOf(t, told[1]) {
		t.Errorf("statement.pdf is not the statement of %q", told[1])
	}
}

// receiverOfCSharp is the receiver of the README, which is ASP.NET: what it asks of that
// stands in Tests/Web.cs.
func receiverOfCSharp() receiver {
	return receiver{
		language: "csharp", file: "Program.cs",
		before: beforeCSharp + "Func<string, string> Env = Environment.GetEnvironmentVariable;\nAction<string, int, WebhookEvent> Keep = (id, sequence, said) => { };\nvar app = new WebApplication();\n",
		after:  "await app.RunAsync();\n" + afterCSharp,
		run: func(t *testing.T, dir, _ string) []string {
			web, err := filepath.Abs("csharp/Tests/Web.cs")
			if err != nil {
				t.Fatal(err)
			}
			command(t, dir, mcs(t, "receiver.exe", "Program.cs", web)...)
			return []string{"mono", filepath.Join(dir, "receiver.exe")}
		},
	}
}

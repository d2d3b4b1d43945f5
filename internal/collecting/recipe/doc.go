// Package recipe owns the language in which the extranets of syndics are described.
// A recipe is data: a YAML file that says how to log in, what each page means, which
// account is meant, where the folders and the documents are. docs/connectors.md
// teaches the language.
//
// It reads recipes, strictly: a key that it does not know, a program that does not
// compile, a variable that nothing defines, a password outside of a login is an error
// with its line and what mends it. It knows the words of the language, writes the texts
// of a request from variables, runs the small programs, and holds the recipes that are
// at work: those built in, and those of a folder that is looked at while the program
// runs.
//
// It refuses a recipe that would let a run reach anybody's host, or send a password
// anywhere but in the body of a login. It asks no site anything: package connector
// runs recipes.
package recipe

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"predate/internal/commands/terminal"

	_ "time/tzdata"
)

// an image without the tables of zones has none for Paris either

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, terminal.World{
		Args: os.Args[1:], Env: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}))
}

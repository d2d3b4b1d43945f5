package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, world{
		args: os.Args[1:], env: os.LookupEnv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	}))
}

// A ttrpc client in Go, for tests that a published client is served right.
//
//	client -socket PATH [-timeout 2s] [-metadata KEY=VALUE]... COMMAND [ARGUMENT]...
//
//	echo BYTES                  one call; compares the bytes
//	echo-many CALLS BYTES       that many calls at once on one connection
//	feed-page SIZE [TOKEN]      a page, one line a post
//	toggle-like POST INTENT     INTENT: the number on the wire, 1 toggle, 2 like, 3 unlike
//	profile                     the viewer's own
//	call SERVICE METHOD [TEXT]  a request with TEXT in field 1
//
// Results are lines of key=value on standard output. A call that ended with a status prints
// `status code=N message="..."` and exits with 64 + N; anything else that fails exits with 1.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/status"
)

// metadata collects `-metadata key=value` flags.
type metadata ttrpc.MD

func (m metadata) String() string { return "" }

func (m metadata) Set(text string) error {
	parts := strings.SplitN(text, "=", 2)
	if len(parts) != 2 {
		return errors.New("takes KEY=VALUE")
	}
	ttrpc.MD(m).Append(parts[0], parts[1])
	return nil
}

func main() {
	sent := metadata{}
	socket := flag.String("socket", "", "the server's socket")
	timeout := flag.Duration("timeout", 0, "how long a call may take; 0: for ever")
	flag.Var(sent, "metadata", "KEY=VALUE to send along; may be repeated")
	flag.Parse()
	ctx := context.Background()
	if len(sent) > 0 {
		ctx = ttrpc.WithMetadata(ctx, ttrpc.MD(sent))
	}
	if err := run(ctx, *socket, *timeout, flag.Args()); err != nil {
		os.Exit(report(err))
	}
}

func run(ctx context.Context, socket string, timeout time.Duration, arguments []string) error {
	if len(arguments) == 0 {
		return errors.New("no command; the source lists them")
	}
	command, ok := commands[arguments[0]]
	if !ok || len(arguments)-1 < command.fewest || len(arguments)-1 > command.most {
		return fmt.Errorf("no such command, or not so many arguments: %q", arguments)
	}
	connection, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	client := ttrpc.NewClient(connection)
	defer client.Close()
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	return command.run(ctx, client, arguments[1:])
}

// report prints how a call ended and gives the exit code.
func report(err error) int {
	if ended, ok := status.FromError(err); ok {
		fmt.Printf("status code=%d message=%q\n", ended.Code(), ended.Message())
		return 64 + int(ended.Code())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		fmt.Println("local-deadline")
		return 64 + 4
	}
	fmt.Fprintln(os.Stderr, "client:", err)
	return 1
}

func number(text string) (int, error) {
	value, err := strconv.Atoi(text)
	if err != nil || value < 0 {
		return 0, fmt.Errorf("not a count: %q", text)
	}
	return value, nil
}

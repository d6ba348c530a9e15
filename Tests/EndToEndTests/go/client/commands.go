package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"github.com/containerd/ttrpc"

	"../messages"
)

type command struct {
	fewest, most int // arguments
	run          func(ctx context.Context, client *ttrpc.Client, arguments []string) error
}

var commands = map[string]command{
	"echo":        {1, 1, echo},
	"echo-many":   {2, 2, echoMany},
	"feed-page":   {1, 2, feedPage},
	"toggle-like": {2, 2, toggleLike},
	"profile":     {0, 0, profile},
	"call":        {2, 3, call},
}

func echo(ctx context.Context, client *ttrpc.Client, arguments []string) error {
	count, err := number(arguments[0])
	if err != nil {
		return err
	}
	if err := echoOnce(ctx, client, 1, count); err != nil {
		return err
	}
	fmt.Printf("echo bytes=%d same=true\n", count)
	return nil
}

func echoMany(ctx context.Context, client *ttrpc.Client, arguments []string) error {
	calls, err := number(arguments[0])
	if err != nil {
		return err
	}
	count, err := number(arguments[1])
	if err != nil {
		return err
	}
	results := make(chan error, calls)
	for at := 0; at < calls; at++ {
		go func(seed int) { results <- echoOnce(ctx, client, seed, count) }(at)
	}
	for at := 0; at < calls; at++ {
		if err := <-results; err != nil {
			return err
		}
	}
	fmt.Printf("echo calls=%d bytes=%d same=true\n", calls, count)
	return nil
}

// echoOnce sends `count` bytes that differ from seed to seed.
func echoOnce(ctx context.Context, client *ttrpc.Client, seed, count int) error {
	sent := make([]byte, count)
	for at := range sent {
		sent[at] = byte(at*7 + at/251 + seed*13)
	}
	var reply messages.Echo
	request := &messages.Echo{Payload: sent}
	if err := client.Call(ctx, messages.EchoService, "Echo", request, &reply); err != nil {
		return err
	}
	if !bytes.Equal(sent, reply.Payload) {
		return fmt.Errorf("other bytes came back: %d for %d", len(reply.Payload), count)
	}
	return nil
}

func feedPage(ctx context.Context, client *ttrpc.Client, arguments []string) error {
	// Negative sizes are passed on: that the server refuses them is worth a test.
	size, err := strconv.ParseInt(arguments[0], 10, 32)
	if err != nil {
		return err
	}
	request := &messages.FetchFeedPageRequest{PageSize: int32(size)}
	if len(arguments) > 1 {
		request.PageToken = arguments[1]
	}
	var page messages.FetchFeedPageResponse
	if err := client.Call(ctx, messages.FeedService, "FetchFeedPage", request, &page); err != nil {
		return err
	}
	for _, post := range page.Posts {
		author := &messages.User{}
		if post.Author != nil {
			author = post.Author
		}
		fmt.Printf("post id=%s author=%s likes=%d liked=%t comments=%d\n", post.Id,
			author.Username, post.LikeCount, post.IsLiked, post.CommentCount)
	}
	fmt.Printf("page posts=%d sequence=%d at_newest=%t feed=%s\n", len(page.Posts),
		page.Sequence, page.AtNewest, page.FeedId)
	fmt.Printf("next=%s\nnewer=%s\n", page.NextPageToken, page.NewerPageToken)
	return nil
}

func toggleLike(ctx context.Context, client *ttrpc.Client, arguments []string) error {
	intent, err := number(arguments[1])
	if err != nil {
		return err
	}
	request := &messages.ToggleLikeRequest{PostId: arguments[0], Intent: int32(intent)}
	var like messages.ToggleLikeResponse
	if err := client.Call(ctx, messages.FeedService, "ToggleLike", request, &like); err != nil {
		return err
	}
	fmt.Printf("like post=%s liked=%t likes=%d sequence=%d\n", like.PostId, like.IsLiked,
		like.LikeCount, like.Sequence)
	return nil
}

func profile(ctx context.Context, client *ttrpc.Client, _ []string) error {
	request := &messages.FetchProfileRequest{}
	var reply messages.FetchProfileResponse
	if err := client.Call(ctx, messages.FeedService, "FetchProfile", request, &reply); err != nil {
		return err
	}
	if reply.User == nil {
		return fmt.Errorf("a profile without its user")
	}
	fmt.Printf("profile username=%s posts=%d\n", reply.User.Username, reply.PostCount)
	return nil
}

func call(ctx context.Context, client *ttrpc.Client, arguments []string) error {
	request := &messages.Echo{}
	if len(arguments) > 2 {
		request.Payload = []byte(arguments[2])
	}
	var reply messages.Echo
	if err := client.Call(ctx, arguments[0], arguments[1], request, &reply); err != nil {
		return err
	}
	fmt.Printf("reply text=%q\n", reply.Payload)
	return nil
}

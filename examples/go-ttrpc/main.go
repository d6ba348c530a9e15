// Fetches a page and likes its newest post over ttrpc, then streams a picture to a file over gRPC.
// Run: save [FILE], built as examples/README.md shows; FEEDRPC_SOCKET is the daemon's socket.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"feedrpc/v1"
	"github.com/containerd/ttrpc"
	"google.golang.org/grpc"
)

const feed = "feedrpc.v1.FeedService"

// likeNewest likes the newest post that has a picture.
func likeNewest(ctx context.Context, client *ttrpc.Client) (*feedrpcv1.Post, error) {
	page := &feedrpcv1.FetchFeedPageResponse{}
	request := &feedrpcv1.FetchFeedPageRequest{PageSize: 10}
	if err := client.Call(ctx, feed, "FetchFeedPage", request, page); err != nil {
		return nil, err
	}
	for _, post := range page.Posts {
		if post.Image != nil {
			fmt.Println(post.Id, "by", post.Author.Username)
			return post, like(ctx, client, post)
		}
	}
	return nil, fmt.Errorf("none of the newest %d posts has a picture", len(page.Posts))
}

func like(ctx context.Context, client *ttrpc.Client, post *feedrpcv1.Post) error {
	request := &feedrpcv1.ToggleLikeRequest{PostId: post.Id, Intent: feedrpcv1.LikeIntent_LIKE_INTENT_LIKE}
	answer := &feedrpcv1.ToggleLikeResponse{}
	err := client.Call(ctx, feed, "ToggleLike", request, answer)
	if err == nil {
		fmt.Println("liked", post.Id, "which has", answer.LikeCount)
	}
	return err
}

// save goes over gRPC because ttrpc before 1.2, as in Debian 12, has no streams.
func save(ctx context.Context, socket, id, path string) error {
	channel, err := grpc.DialContext(ctx, "unix:"+socket, grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer channel.Close()
	variant := &feedrpcv1.ImageVariant{ImageId: id, Width: 480}
	request := &feedrpcv1.StreamImageRequest{Variant: variant}
	stream, err := feedrpcv1.NewImageServiceClient(channel).StreamImage(ctx, request)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		part, err := stream.Recv()
		if err == io.EOF {
			fmt.Println("saved", path)
			return file.Close()
		}
		if err == nil {
			_, err = file.Write(part.Chunk)
		}
		if err != nil {
			return err
		}
	}
}

func run(socket, path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	connection, err := net.Dial("unix", socket)
	if err != nil {
		return fmt.Errorf("FEEDRPC_SOCKET: %w", err)
	}
	client := ttrpc.NewClient(connection)
	defer client.Close()
	post, err := likeNewest(ctx, client)
	if err != nil {
		return err
	}
	return save(ctx, socket, post.Image.Id, path)
}

func main() {
	if err := run(os.Getenv("FEEDRPC_SOCKET"), append(os.Args, "picture.jpeg")[1]); err != nil {
		fmt.Fprintln(os.Stderr, "save:", err)
		os.Exit(1)
	}
}

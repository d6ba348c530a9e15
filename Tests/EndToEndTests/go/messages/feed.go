package messages

import "github.com/gogo/protobuf/proto"

// User is the part of feedrpc.v1.User that the client prints.
type User struct {
	Id       string `protobuf:"bytes,1,opt,name=id,proto3"`
	Username string `protobuf:"bytes,2,opt,name=username,proto3"`
}

func (m *User) Reset()         { *m = User{} }
func (m *User) String() string { return proto.CompactTextString(m) }
func (*User) ProtoMessage()    {}

// Post is the part of feedrpc.v1.Post that the client prints.
type Post struct {
	Id           string `protobuf:"bytes,1,opt,name=id,proto3"`
	Author       *User  `protobuf:"bytes,2,opt,name=author,proto3"`
	Text         string `protobuf:"bytes,3,opt,name=text,proto3"`
	LikeCount    int64  `protobuf:"varint,7,opt,name=like_count,json=likeCount,proto3"`
	IsLiked      bool   `protobuf:"varint,8,opt,name=is_liked,json=isLiked,proto3"`
	CommentCount int64  `protobuf:"varint,9,opt,name=comment_count,json=commentCount,proto3"`
}

func (m *Post) Reset()         { *m = Post{} }
func (m *Post) String() string { return proto.CompactTextString(m) }
func (*Post) ProtoMessage()    {}

type FetchFeedPageRequest struct {
	PageSize  int32  `protobuf:"varint,1,opt,name=page_size,json=pageSize,proto3"`
	PageToken string `protobuf:"bytes,2,opt,name=page_token,json=pageToken,proto3"`
}

func (m *FetchFeedPageRequest) Reset()         { *m = FetchFeedPageRequest{} }
func (m *FetchFeedPageRequest) String() string { return proto.CompactTextString(m) }
func (*FetchFeedPageRequest) ProtoMessage()    {}

type FetchFeedPageResponse struct {
	Posts          []*Post `protobuf:"bytes,1,rep,name=posts,proto3"`
	NextPageToken  string  `protobuf:"bytes,2,opt,name=next_page_token,json=nextPageToken,proto3"`
	NewerPageToken string  `protobuf:"bytes,3,opt,name=newer_page_token,json=newerPageToken,proto3"`
	Sequence       int64   `protobuf:"varint,4,opt,name=sequence,proto3"`
	FeedId         string  `protobuf:"bytes,5,opt,name=feed_id,json=feedId,proto3"`
	AtNewest       bool    `protobuf:"varint,6,opt,name=at_newest,json=atNewest,proto3"`
}

func (m *FetchFeedPageResponse) Reset()         { *m = FetchFeedPageResponse{} }
func (m *FetchFeedPageResponse) String() string { return proto.CompactTextString(m) }
func (*FetchFeedPageResponse) ProtoMessage()    {}

type ToggleLikeRequest struct {
	PostId    string `protobuf:"bytes,1,opt,name=post_id,json=postId,proto3"`
	Intent    int32  `protobuf:"varint,2,opt,name=intent,proto3"`
	RequestId string `protobuf:"bytes,3,opt,name=request_id,json=requestId,proto3"`
}

func (m *ToggleLikeRequest) Reset()         { *m = ToggleLikeRequest{} }
func (m *ToggleLikeRequest) String() string { return proto.CompactTextString(m) }
func (*ToggleLikeRequest) ProtoMessage()    {}

type ToggleLikeResponse struct {
	PostId    string `protobuf:"bytes,1,opt,name=post_id,json=postId,proto3"`
	IsLiked   bool   `protobuf:"varint,2,opt,name=is_liked,json=isLiked,proto3"`
	LikeCount int64  `protobuf:"varint,3,opt,name=like_count,json=likeCount,proto3"`
	Sequence  int64  `protobuf:"varint,4,opt,name=sequence,proto3"`
}

func (m *ToggleLikeResponse) Reset()         { *m = ToggleLikeResponse{} }
func (m *ToggleLikeResponse) String() string { return proto.CompactTextString(m) }
func (*ToggleLikeResponse) ProtoMessage()    {}

// FetchProfileRequest with both fields empty asks for the viewer's own.
type FetchProfileRequest struct {
	UserId   string `protobuf:"bytes,1,opt,name=user_id,json=userId,proto3"`
	Username string `protobuf:"bytes,2,opt,name=username,proto3"`
}

func (m *FetchProfileRequest) Reset()         { *m = FetchProfileRequest{} }
func (m *FetchProfileRequest) String() string { return proto.CompactTextString(m) }
func (*FetchProfileRequest) ProtoMessage()    {}

type FetchProfileResponse struct {
	User      *User `protobuf:"bytes,1,opt,name=user,proto3"`
	PostCount int64 `protobuf:"varint,3,opt,name=post_count,json=postCount,proto3"`
}

func (m *FetchProfileResponse) Reset()         { *m = FetchProfileResponse{} }
func (m *FetchProfileResponse) String() string { return proto.CompactTextString(m) }
func (*FetchProfileResponse) ProtoMessage()    {}

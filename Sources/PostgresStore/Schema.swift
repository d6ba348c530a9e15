/// The tables and functions of a feed, as the steps that made them.
///
/// They are in a schema of their own, `feedrpc`. `schema_version` counts the steps that a database
/// has taken; a new one takes all of them, and a step that has been released is never changed: a
/// later one replaces its functions.
///
/// Counts of posts and users are kept by triggers, so they change with their rows or not at all.
/// What a group of writes has in common while its transaction lasts, the counters of the head
/// above all, is in settings of the transaction, `feedrpc.*`: a row that is changed hundreds of
/// times in one transaction would leave as many versions for every reader to look at.
///
/// What a function does without a look at the tables it assigns to a variable, which takes a small
/// part of what PERFORM does (postgresql.org/docs/15/plpgsql-implementation.html).
enum Schema {
  /// Where the tables are.
  static let name = "feedrpc"
  /// Where each commit is told; the text is the number of its last change.
  static let channel = "feedrpc"

  static let steps = [[tables, counting, grouping, viewing, liking, posting, photos].joined()]

  /// The version that this program makes and reads.
  static var version: Int { steps.count }

  private static let tables = """
    CREATE TABLE schema_version (version bigint NOT NULL);
    INSERT INTO schema_version VALUES (0);

    CREATE TABLE feed_head (
      id bigint PRIMARY KEY CHECK (id = 1),
      feed_id text NOT NULL,
      token_key bytea NOT NULL,
      sequence bigint NOT NULL,
      newest_time bigint NOT NULL,
      mark bigint NOT NULL,          -- a random number, another for each commit
      events_after bigint NOT NULL,  -- changes up to this one are no longer kept
      post_count bigint NOT NULL DEFAULT 0,
      comment_count bigint NOT NULL DEFAULT 0,
      like_count bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 10);

    -- Each daemon with its last group of writes: what tells whether a commit took place whose
    -- answer was lost.
    CREATE TABLE writers (
      id text PRIMARY KEY,
      group_number bigint NOT NULL,
      seen_at bigint NOT NULL  -- by the server's clock, microseconds since 1970
    ) WITH (fillfactor = 10);

    CREATE TABLE photos (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      name text COLLATE "C" NOT NULL UNIQUE,  -- the keyed hash in its image id
      content_hash bytea NOT NULL UNIQUE,     -- SHA-256 of the stored bytes
      byte_count bigint NOT NULL,
      format text NOT NULL,
      width bigint NOT NULL,
      height bigint NOT NULL,
      blurhash text NOT NULL,
      taken_at bigint,
      created_at bigint NOT NULL,
      uploaded_at bigint NOT NULL,            -- the latest of its uploads
      use_count bigint NOT NULL DEFAULT 0 CHECK (use_count >= 0)  -- posts and profiles
    );
    CREATE INDEX photos_unused ON photos (uploaded_at, name) WHERE use_count = 0;

    CREATE TABLE users (
      id bigint PRIMARY KEY,
      username text COLLATE "C" NOT NULL UNIQUE,
      display_name text NOT NULL,
      bio text NOT NULL,
      avatar_id text NOT NULL,
      avatar_width bigint NOT NULL,
      avatar_height bigint NOT NULL,
      avatar_blurhash text NOT NULL,
      avatar_photo_id bigint REFERENCES photos,
      pattern_id text NOT NULL,  -- of the avatar that they have while they choose none
      pattern_width bigint NOT NULL,
      pattern_height bigint NOT NULL,
      pattern_blurhash text NOT NULL,
      post_count bigint NOT NULL DEFAULT 0 CHECK (post_count >= 0),
      follower_count bigint NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
      following_count bigint NOT NULL DEFAULT 0 CHECK (following_count >= 0)
    );
    CREATE INDEX users_by_photo ON users (avatar_photo_id) WHERE avatar_photo_id IS NOT NULL;

    CREATE TABLE posts (
      id bigint PRIMARY KEY,
      author_id bigint NOT NULL REFERENCES users,
      created_at bigint NOT NULL,
      like_count bigint NOT NULL DEFAULT 0 CHECK (like_count >= 0),
      comment_count bigint NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
      image_id text,
      image_width bigint,
      image_height bigint,
      image_blurhash text,
      text text NOT NULL,
      alt_text text NOT NULL,
      request_id text COLLATE "C",
      request_hash bytea,
      photo_id bigint REFERENCES photos
    ) WITH (fillfactor = 90);
    CREATE INDEX posts_by_time ON posts (created_at, id);
    CREATE INDEX posts_by_author ON posts (author_id, created_at, id);
    CREATE UNIQUE INDEX posts_by_request ON posts (author_id, request_id)
      WHERE request_id IS NOT NULL;
    CREATE INDEX posts_by_photo ON posts (photo_id) WHERE photo_id IS NOT NULL;

    CREATE TABLE comments (
      id bigint PRIMARY KEY,
      post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
      author_id bigint NOT NULL REFERENCES users,
      created_at bigint NOT NULL,
      text text NOT NULL,
      request_id text COLLATE "C",
      request_hash bytea
    );
    CREATE INDEX comments_by_post ON comments (post_id, created_at, id);
    CREATE UNIQUE INDEX comments_by_request ON comments (author_id, request_id)
      WHERE request_id IS NOT NULL;

    CREATE TABLE likes (
      post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users,
      sequence bigint NOT NULL,  -- of the change that made it: newest like first
      PRIMARY KEY (post_id, user_id)
    );
    CREATE UNIQUE INDEX likes_by_age ON likes (post_id, sequence);

    CREATE TABLE follows (
      follower_id bigint NOT NULL REFERENCES users,
      followee_id bigint NOT NULL REFERENCES users,
      sequence bigint NOT NULL,
      PRIMARY KEY (follower_id, followee_id)
    );
    CREATE UNIQUE INDEX follows_by_follower ON follows (follower_id, sequence);
    CREATE UNIQUE INDEX follows_by_followee ON follows (followee_id, sequence);

    -- Request ids that no row holds: of taps, and of what was deleted.
    CREATE TABLE requests (
      rowid bigint GENERATED ALWAYS AS IDENTITY,  -- what a check calls it
      user_id bigint NOT NULL,
      method bigint NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      request_hash bytea NOT NULL,
      expires_at bigint NOT NULL,
      PRIMARY KEY (user_id, method, request_id)
    );
    CREATE INDEX requests_by_expiry ON requests (expires_at);

    -- Every change, with the counts of its post after it.
    CREATE TABLE events (
      sequence bigint PRIMARY KEY,  -- the last that it took
      kind bigint NOT NULL,
      post_id bigint,
      author_id bigint,   -- of the post, or who follows
      subject_id bigint,  -- the comment, or the user who liked, changed or is followed
      is_set boolean,     -- liked or followed from now on
      like_count bigint,
      comment_count bigint,
      mark bigint NOT NULL  -- of the commit that it is of
    );

    CREATE TABLE photo_copies (
      photo_id bigint NOT NULL REFERENCES photos ON DELETE CASCADE,
      side bigint NOT NULL,
      content_hash bytea NOT NULL,
      PRIMARY KEY (photo_id, side)
    );

    -- What is kept of photos, in pieces: side 0 is the original, the others are its copies. It is
    -- written before the photo's row, and removed after it.
    CREATE TABLE photo_bytes (
      content_hash bytea NOT NULL,  -- of the original
      side bigint NOT NULL,
      piece bigint NOT NULL,        -- from 0
      part_hash bytea NOT NULL,     -- SHA-256 of all pieces of the side
      bytes bytea NOT NULL,
      written_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (content_hash, side, piece)
    );
    -- What is compressed already is not compressed again.
    ALTER TABLE photo_bytes ALTER COLUMN bytes SET STORAGE EXTERNAL;

    CREATE TABLE uploads (
      photo_id bigint NOT NULL REFERENCES photos ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users,
      uploaded_at bigint NOT NULL,
      PRIMARY KEY (photo_id, user_id)
    );

    """
}

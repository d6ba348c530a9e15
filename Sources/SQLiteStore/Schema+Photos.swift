extension Schema {
  /// Version 2: photos that users upload.
  static let photoStep = Step(
    statements: """
      CREATE TABLE photos (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,           -- the keyed hash in its image id
        content_hash BLOB NOT NULL UNIQUE,   -- SHA-256 of the stored bytes
        byte_count INTEGER NOT NULL,
        format TEXT NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        blurhash TEXT NOT NULL,
        taken_at INTEGER,                    -- microseconds since 1970
        created_at INTEGER NOT NULL,
        uploaded_at INTEGER NOT NULL,        -- the latest of its uploads
        use_count INTEGER NOT NULL DEFAULT 0 CHECK (use_count >= 0)  -- posts and profiles
      ) STRICT;
      CREATE INDEX photos_unused ON photos (uploaded_at, name) WHERE use_count = 0;

      CREATE TABLE photo_copies (
        photo_id INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
        side INTEGER NOT NULL,
        content_hash BLOB NOT NULL,
        PRIMARY KEY (photo_id, side)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE uploads (
        photo_id INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
        user_id INTEGER NOT NULL REFERENCES users,
        uploaded_at INTEGER NOT NULL,
        PRIMARY KEY (photo_id, user_id)
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE posts ADD COLUMN photo_id INTEGER REFERENCES photos;
      CREATE INDEX posts_by_photo ON posts (photo_id) WHERE photo_id IS NOT NULL;
      ALTER TABLE users ADD COLUMN avatar_photo_id INTEGER REFERENCES photos;
      CREATE INDEX users_by_photo ON users (avatar_photo_id) WHERE avatar_photo_id IS NOT NULL;
      """,
    triggers: [
      trigger("post_photos_added", "INSERT ON posts WHEN new.photo_id IS NOT NULL") {
        "UPDATE photos SET use_count = use_count + 1 WHERE id = new.photo_id;"
      },
      trigger("post_photos_removed", "DELETE ON posts WHEN old.photo_id IS NOT NULL") {
        "UPDATE photos SET use_count = use_count - 1 WHERE id = old.photo_id;"
      },
      trigger(
        "avatars_changed",
        "UPDATE OF avatar_photo_id ON users WHEN old.avatar_photo_id IS NOT new.avatar_photo_id"
      ) {
        """
        UPDATE photos SET use_count = use_count + 1 WHERE id = new.avatar_photo_id;
        UPDATE photos SET use_count = use_count - 1 WHERE id = old.avatar_photo_id;
        """
      },
    ]
  )
}

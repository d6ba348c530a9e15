extension Schema {
  /// Photos, and what removes them with what shows them.
  static let photos = """
    -- A photo with its copies: of each its side and the length of its hash, four bytes each, and
    -- its hash; longest first.
    CREATE TYPE photo_row AS (
      id bigint, name text, content_hash bytea, byte_count bigint, format text, width bigint,
      height bigint, blurhash text, taken_at bigint, copies bytea
    );

    CREATE FUNCTION photo_with_copies(photo photos) RETURNS photo_row LANGUAGE sql STABLE AS $$
      SELECT ROW(
        photo.id, photo.name, photo.content_hash, photo.byte_count, photo.format, photo.width,
        photo.height, photo.blurhash, photo.taken_at,
        (
          SELECT coalesce(
            string_agg(
              int4send(c.side::int4) || int4send(length(c.content_hash)) || c.content_hash,
              ''::bytea ORDER BY c.side DESC
            ),
            ''::bytea
          )
          FROM photo_copies c WHERE c.photo_id = photo.id
        )
      )::photo_row
    $$;

    -- Removes a photo with its copies and uploads where nothing uses it; what it was.
    CREATE FUNCTION remove_if_unused(photo bigint) RETURNS photo_row LANGUAGE plpgsql AS $$
    DECLARE
      removed photo_row;
    BEGIN
      SELECT c.* INTO removed FROM photos p CROSS JOIN LATERAL photo_with_copies(p) c
        WHERE p.id = photo AND p.use_count = 0;
      IF FOUND THEN
        DELETE FROM photos p WHERE p.id = photo;
      END IF;
      RETURN removed;
    END $$;

    CREATE FUNCTION remove_unused_photos(uploaded_until bigint, most bigint)
    RETURNS SETOF photo_row LANGUAGE plpgsql AS $$
    DECLARE
      photo bigint;
    BEGIN
      FOR photo IN
        SELECT p.id FROM photos p WHERE p.use_count = 0 AND p.uploaded_at <= uploaded_until
        ORDER BY p.uploaded_at, p.name LIMIT most
      LOOP
        RETURN NEXT remove_if_unused(photo);
      END LOOP;
    END $$;

    CREATE FUNCTION record_upload(
      identity bigint, viewer_name text, new_user newcomer,
      photo_name text, hash bytea, bytes bigint, kind text, pixel_width bigint,
      pixel_height bigint, placeholder text, taken bigint, sides bigint[], hashes bytea[],
      needs_bytes boolean,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      time_now bigint := current_setting('feedrpc.now');
      made bigint;
      shown text := set_config('feedrpc.made', '', true);
    BEGIN
      \(findsViewer)
      IF needs_bytes AND EXISTS (
        SELECT FROM unnest(
          array_prepend(0::bigint, sides), array_prepend(hash, hashes)
        ) AS part (side, part_hash)
        WHERE NOT EXISTS (
          SELECT FROM photo_bytes b
          WHERE b.content_hash = hash AND b.side = part.side AND b.piece = 0
            AND b.part_hash = part.part_hash
        )
      ) THEN
        outcome := 11;
        RETURN;
      END IF;
      is_new := make_user(viewer, has_row, new_user);
      INSERT INTO photos AS p (
        name, content_hash, byte_count, format, width, height, blurhash, taken_at, created_at,
        uploaded_at
      ) VALUES (
        photo_name, hash, bytes, kind, pixel_width, pixel_height, placeholder, taken, time_now,
        time_now
      )
      ON CONFLICT (content_hash) DO UPDATE SET
        uploaded_at = greatest(p.uploaded_at, excluded.uploaded_at)
      RETURNING p.id INTO made;
      DELETE FROM photo_copies c WHERE c.photo_id = made;
      INSERT INTO photo_copies SELECT made, * FROM unnest(sides, hashes);
      INSERT INTO uploads AS u VALUES (made, viewer, time_now)
        ON CONFLICT (photo_id, user_id) DO UPDATE SET
          uploaded_at = greatest(u.uploaded_at, excluded.uploaded_at);
      last_sequence := current_setting('feedrpc.sequence');
      shown := set_config('feedrpc.made', made::text, true);
    END $$;

    CREATE FUNCTION delete_post(
      identity bigint, viewer_name text, new_user newcomer, post bigint,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT author bigint, OUT removed photo_row
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      photo bigint;
    BEGIN
      has_changed := false;
      \(findsViewer)
      last_sequence := current_setting('feedrpc.sequence');
      SELECT p.author_id, p.photo_id INTO author, photo FROM posts p WHERE p.id = post;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      IF author <> viewer THEN
        outcome := 8;
        RETURN;
      END IF;
      PERFORM remember(c.author_id, 2, c.request_id, c.request_hash)
        FROM comments c WHERE c.post_id = post AND c.request_id IS NOT NULL;
      PERFORM remember(p.author_id, 3, p.request_id, p.request_hash)
        FROM posts p WHERE p.id = post AND p.request_id IS NOT NULL;
      DELETE FROM posts p WHERE p.id = post;
      has_changed := true;
      last_sequence := record_event(1, 2, post, author, NULL, NULL, NULL, NULL);
      removed := remove_if_unused(photo);
    END $$;

    CREATE FUNCTION update_profile(
      identity bigint, viewer_name text, new_user newcomer,
      new_display_name text, new_bio text, picture text, picture_width bigint,
      picture_height bigint, blurhash text, photo_name text,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT removed photo_row
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      photo bigint;
      before users;
      shown_blurhash text := blurhash;
      shown text := set_config('feedrpc.made', '', true);
    BEGIN
      has_changed := false;
      \(findsViewer)
      IF photo_name IS NOT NULL THEN
        SELECT f.id, f.blurhash INTO photo, shown_blurhash
          FROM photos f JOIN uploads u ON u.photo_id = f.id AND u.user_id = viewer
          WHERE f.name = photo_name AND f.width = picture_width AND f.height = picture_height;
        IF NOT FOUND THEN
          outcome := 4;
          RETURN;
        END IF;
      END IF;
      is_new := make_user(viewer, has_row, new_user);
      SELECT * INTO before FROM users u WHERE u.id = viewer;
      UPDATE users u SET
        display_name = new_display_name,
        bio = new_bio,
        avatar_id = coalesce(picture, u.pattern_id),
        avatar_width = coalesce(picture_width, u.pattern_width),
        avatar_height = coalesce(picture_height, u.pattern_height),
        avatar_blurhash = coalesce(shown_blurhash, u.pattern_blurhash),
        avatar_photo_id = photo
      WHERE u.id = viewer AND (
        (u.display_name, u.bio, u.avatar_id, u.avatar_width, u.avatar_height, u.avatar_blurhash)
        IS DISTINCT FROM (
          new_display_name, new_bio, coalesce(picture, u.pattern_id),
          coalesce(picture_width, u.pattern_width), coalesce(picture_height, u.pattern_height),
          coalesce(shown_blurhash, u.pattern_blurhash)
        )
      );
      IF FOUND THEN
        has_changed := true;
        last_sequence := record_event(1, 6, NULL, NULL, viewer, NULL, NULL, NULL);
      END IF;
      removed := remove_if_unused(before.avatar_photo_id);
      last_sequence := current_setting('feedrpc.sequence');
      shown := set_config('feedrpc.made', viewer::text, true);
    END $$;

    """
}

/// The functions that each apply one mutation of a feed.
///
/// None of them fails because of what it is asked: they say what became of it. They show what
/// they made by `feedrpc.made`, which the statement behind theirs reads.
extension Schema {
  /// How every function that writes for somebody begins.
  ///
  /// The viewer is found by their name where they are named, else by their id. The function ends
  /// where they have no row and it is not said what it would be.
  static let findsViewer = """
    outcome := 0;
    is_new := false;
    viewer := identity;
    IF viewer_name IS NOT NULL THEN
      viewer := coalesce((SELECT id FROM users WHERE username = viewer_name), identity);
    END IF;
    has_row := EXISTS (SELECT FROM users WHERE id = viewer);
    IF NOT has_row AND new_user IS NULL THEN
      viewer := NULL;
      outcome := 1;
      RETURN;
    END IF;
    """

  static let liking = """
    CREATE FUNCTION toggle_like(
      identity bigint, viewer_name text, new_user newcomer,
      post bigint, intent bigint, request text, hash bytea,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT author bigint, OUT likes bigint, OUT comments bigint,
      OUT is_liked boolean
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      known bigint := 0;
      first_sequence bigint;
    BEGIN
      has_changed := false;
      \(findsViewer)
      IF request IS NOT NULL THEN
        known := remembered(viewer, 1, request, hash);
      END IF;
      IF known = 2 THEN
        outcome := 7;
        RETURN;
      END IF;
      SELECT p.author_id, p.like_count, p.comment_count,
          EXISTS (SELECT FROM likes l WHERE l.post_id = post AND l.user_id = viewer)
        INTO author, likes, comments, is_liked
        FROM posts p WHERE p.id = post;
      IF NOT FOUND THEN
        outcome := CASE known WHEN 1 THEN 5 ELSE 2 END;
        RETURN;
      END IF;
      IF known = 0 THEN
        is_new := make_user(viewer, has_row, new_user);
        IF (intent = 1 OR intent = 2 AND NOT is_liked OR intent = 3 AND is_liked) THEN
          has_changed := true;
          is_liked := NOT is_liked;
          first_sequence := next_sequence(1);
          IF is_liked THEN
            INSERT INTO likes VALUES (post, viewer, first_sequence);
            likes := likes + 1;
          ELSE
            DELETE FROM likes l WHERE l.post_id = post AND l.user_id = viewer;
            likes := likes - 1;
          END IF;
          last_sequence := record_event(1, 3, post, author, viewer, is_liked, likes, comments);
        END IF;
        IF request IS NOT NULL THEN
          PERFORM remember(viewer, 1, request, hash);
        END IF;
      END IF;
      last_sequence := current_setting('feedrpc.sequence');
    END $$;

    CREATE FUNCTION set_follow(
      identity bigint, viewer_name text, new_user newcomer,
      followee bigint, follows_now boolean, follow_limit bigint,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT followers bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      followed bigint;
    BEGIN
      has_changed := false;
      \(findsViewer)
      IF viewer = followee THEN
        outcome := 9;
        RETURN;
      END IF;
      IF NOT EXISTS (SELECT FROM users WHERE id = followee) THEN
        outcome := 3;
        RETURN;
      END IF;
      IF follows_now <> EXISTS (
        SELECT FROM follows f WHERE f.follower_id = viewer AND f.followee_id = followee
      ) THEN
        IF follows_now THEN
          SELECT following_count INTO followed FROM users WHERE id = viewer;
          IF followed >= follow_limit THEN
            outcome := 10;
            RETURN;
          END IF;
        END IF;
        is_new := make_user(viewer, has_row, new_user);
        has_changed := true;
        last_sequence := record_event(1, 7, NULL, viewer, followee, follows_now, NULL, NULL);
        IF follows_now THEN
          INSERT INTO follows VALUES (viewer, followee, last_sequence);
        ELSE
          DELETE FROM follows f WHERE f.follower_id = viewer AND f.followee_id = followee;
        END IF;
      END IF;
      SELECT follower_count INTO followers FROM users WHERE id = followee;
      last_sequence := current_setting('feedrpc.sequence');
    END $$;

    """

  static let posting = """
    CREATE FUNCTION add_comment(
      identity bigint, viewer_name text, new_user newcomer,
      post bigint, body text, imported bigint, request text, hash bytea,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT author bigint, OUT likes bigint, OUT comments bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      known bytea;
      made bigint;
      shown text := set_config('feedrpc.made', '', true);
    BEGIN
      has_changed := false;
      \(findsViewer)
      last_sequence := current_setting('feedrpc.sequence');
      IF request IS NOT NULL THEN
        SELECT c.id, c.request_hash, p.author_id, p.like_count, p.comment_count
          INTO made, known, author, likes, comments
          FROM comments c JOIN posts p ON p.id = c.post_id
          WHERE c.author_id = viewer AND c.request_id = request;
        IF FOUND THEN
          outcome := CASE WHEN known = hash THEN 0 ELSE 7 END;
          shown := set_config('feedrpc.made', made::text, true);
          RETURN;
        END IF;
        outcome := (ARRAY[0, 6, 7])[1 + remembered(viewer, 2, request, hash)];
        IF outcome <> 0 THEN
          RETURN;
        END IF;
      END IF;
      SELECT author_id, like_count, comment_count INTO author, likes, comments
        FROM posts WHERE id = post;
      IF NOT FOUND THEN
        outcome := 2;
        RETURN;
      END IF;
      is_new := make_user(viewer, has_row, new_user);
      has_changed := true;
      made := next_sequence(1);
      INSERT INTO comments VALUES (
        made, post, viewer, next_time(imported), body, request, hash
      );
      comments := comments + 1;
      last_sequence := record_event(1, 4, post, author, made, NULL, likes, comments);
      shown := set_config('feedrpc.made', made::text, true);
    END $$;

    CREATE FUNCTION delete_comment(
      identity bigint, viewer_name text, new_user newcomer, comment bigint,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT author bigint, OUT likes bigint, OUT comments bigint,
      OUT post bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      its_author bigint;
    BEGIN
      has_changed := false;
      \(findsViewer)
      last_sequence := current_setting('feedrpc.sequence');
      SELECT c.post_id, c.author_id, p.author_id, p.like_count, p.comment_count
        INTO post, its_author, author, likes, comments
        FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = comment;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      IF viewer NOT IN (its_author, author) THEN
        outcome := 8;
        RETURN;
      END IF;
      PERFORM remember(c.author_id, 2, c.request_id, c.request_hash)
        FROM comments c WHERE c.id = comment AND c.request_id IS NOT NULL;
      DELETE FROM comments c WHERE c.id = comment;
      has_changed := true;
      comments := comments - 1;
      last_sequence := record_event(2, 5, post, author, comment, NULL, likes, comments);
    END $$;

    CREATE FUNCTION create_post(
      identity bigint, viewer_name text, new_user newcomer,
      body text, alt text, picture text, picture_width bigint, picture_height bigint,
      blurhash text, photo_name text, imported bigint, request text, hash bytea,
      OUT outcome bigint, OUT viewer bigint, OUT is_new boolean, OUT last_sequence bigint,
      OUT has_changed boolean, OUT post bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      has_row boolean;
      known bytea;
      photo bigint;
      shown_blurhash text := blurhash;
      shown text := set_config('feedrpc.made', '', true);
    BEGIN
      has_changed := false;
      \(findsViewer)
      last_sequence := current_setting('feedrpc.sequence');
      IF request IS NOT NULL THEN
        SELECT p.id, p.request_hash INTO post, known FROM posts p
          WHERE p.author_id = viewer AND p.request_id = request;
        IF FOUND THEN
          outcome := CASE WHEN known = hash THEN 0 ELSE 7 END;
          shown := set_config('feedrpc.made', post::text, true);
          RETURN;
        END IF;
        outcome := (ARRAY[0, 5, 7])[1 + remembered(viewer, 3, request, hash)];
        IF outcome <> 0 THEN
          RETURN;
        END IF;
      END IF;
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
      has_changed := true;
      post := next_sequence(1);
      INSERT INTO posts (
        id, author_id, created_at, image_id, image_width, image_height, image_blurhash, text,
        alt_text, request_id, request_hash, photo_id
      ) VALUES (
        post, viewer, next_time(imported), picture, picture_width, picture_height,
        shown_blurhash, body, alt, request, hash, photo
      );
      last_sequence := record_event(0, 1, post, viewer, NULL, NULL, NULL, NULL);
      shown := set_config('feedrpc.made', post::text, true);
    END $$;

    """
}

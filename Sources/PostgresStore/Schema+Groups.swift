/// What groups of writes begin and end with, and what their functions are made of.
extension Schema {
  /// Triggers that keep the counts of posts, users and photos, and add up those of the head.
  ///
  /// The bulk fill sets `feedrpc.filling` and sets the counts once, from the rows.
  static let counting = """
    -- Adds to a total of the head: at the end of the group, or at once where somebody writes by
    -- hand.
    CREATE FUNCTION add_total(total text, difference bigint) RETURNS text
    LANGUAGE plpgsql AS $$
    DECLARE
      before text := current_setting('feedrpc.' || total, true);
    BEGIN
      IF coalesce(before, '') <> '' THEN
        before := set_config('feedrpc.' || total, (before::bigint + difference)::text, true);
      ELSE
        UPDATE feed_head SET
          post_count = post_count + CASE total WHEN 'posts' THEN difference ELSE 0 END,
          comment_count = comment_count + CASE total WHEN 'comments' THEN difference ELSE 0 END,
          like_count = like_count + CASE total WHEN 'likes' THEN difference ELSE 0 END;
      END IF;
      RETURN before;
    END $$;

    CREATE FUNCTION count_post() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      total text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE users SET post_count = post_count + 1 WHERE id = new.author_id;
        UPDATE photos SET use_count = use_count + 1 WHERE id = new.photo_id;
        total := add_total('posts', 1);
      ELSE
        UPDATE users SET post_count = post_count - 1 WHERE id = old.author_id;
        UPDATE photos SET use_count = use_count - 1 WHERE id = old.photo_id;
        total := add_total('posts', -1);
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION count_comment() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      total text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE posts SET comment_count = comment_count + 1 WHERE id = new.post_id;
        total := add_total('comments', 1);
      ELSE
        UPDATE posts SET comment_count = comment_count - 1 WHERE id = old.post_id;
        total := add_total('comments', -1);
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION count_like() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      total text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE posts SET like_count = like_count + 1 WHERE id = new.post_id;
        total := add_total('likes', 1);
      ELSE
        UPDATE posts SET like_count = like_count - 1 WHERE id = old.post_id;
        total := add_total('likes', -1);
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION count_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE users SET following_count = following_count + 1 WHERE id = new.follower_id;
        UPDATE users SET follower_count = follower_count + 1 WHERE id = new.followee_id;
      ELSE
        UPDATE users SET following_count = following_count - 1 WHERE id = old.follower_id;
        UPDATE users SET follower_count = follower_count - 1 WHERE id = old.followee_id;
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION count_avatar() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE photos SET use_count = use_count + 1 WHERE id = new.avatar_photo_id;
      UPDATE photos SET use_count = use_count - 1 WHERE id = old.avatar_photo_id;
      RETURN NULL;
    END $$;

    CREATE TRIGGER count_post AFTER INSERT OR DELETE ON posts FOR EACH ROW
      WHEN (current_setting('feedrpc.filling', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION count_post();
    CREATE TRIGGER count_comment AFTER INSERT OR DELETE ON comments FOR EACH ROW
      WHEN (current_setting('feedrpc.filling', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION count_comment();
    CREATE TRIGGER count_like AFTER INSERT OR DELETE ON likes FOR EACH ROW
      WHEN (current_setting('feedrpc.filling', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION count_like();
    CREATE TRIGGER count_follow AFTER INSERT OR DELETE ON follows FOR EACH ROW
      WHEN (current_setting('feedrpc.filling', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION count_follow();
    CREATE TRIGGER count_avatar AFTER UPDATE OF avatar_photo_id ON users FOR EACH ROW
      WHEN (old.avatar_photo_id IS DISTINCT FROM new.avatar_photo_id)
      EXECUTE FUNCTION count_avatar();

    """

  static let grouping = """
    -- The first of every group: takes the head, so that groups of all daemons follow each other,
    -- and writes down whose group it is. Commits are lost where a change that the writer knows of
    -- is not here, or another has its number.
    CREATE FUNCTION begin_group(
      writer text, number bigint, time_now bigint, expiry bigint, its_mark bigint,
      known_sequence bigint, known_mark bigint,
      OUT found_version bigint, OUT first_sequence bigint, OUT first_time bigint,
      OUT server_time bigint, OUT has_lost boolean
    ) LANGUAGE plpgsql AS $$
    DECLARE
      first_mark bigint;
      forgotten bigint;
    BEGIN
      server_time := extract(epoch FROM clock_timestamp()) * 1000000;
      SELECT sequence, newest_time, mark, events_after
        INTO STRICT first_sequence, first_time, first_mark, forgotten
        FROM feed_head FOR UPDATE;
      IF first_sequence <= known_sequence THEN
        has_lost := first_sequence < known_sequence OR first_mark <> known_mark;
      ELSIF known_sequence > forgotten THEN
        has_lost := NOT EXISTS (
          SELECT FROM events e WHERE e.sequence = known_sequence AND e.mark = known_mark
        );
      ELSE
        has_lost := false;
      END IF;
      SELECT version INTO STRICT found_version FROM schema_version;
      INSERT INTO writers (id, group_number, seen_at) VALUES (writer, number, server_time)
        ON CONFLICT (id) DO UPDATE SET
          group_number = excluded.group_number, seen_at = excluded.seen_at;
      PERFORM set_config('feedrpc.now', time_now::text, true),
        set_config('feedrpc.expiry', expiry::text, true),
        set_config('feedrpc.mark', its_mark::text, true),
        set_config('feedrpc.sequence', first_sequence::text, true),
        set_config('feedrpc.newest_time', first_time::text, true),
        set_config('feedrpc.posts', '0', true),
        set_config('feedrpc.comments', '0', true),
        set_config('feedrpc.likes', '0', true),
        set_config('feedrpc.made', '', true);
    END $$;

    -- The last of every group: puts the head back, forgets what is old, and tells all daemons.
    CREATE FUNCTION finish_group(kept bigint, sweep bigint, OUT last_sequence bigint)
    LANGUAGE plpgsql AS $$
    DECLARE
      last_time bigint := current_setting('feedrpc.newest_time');
      forgotten bigint;
      forgotten_before bigint;
    BEGIN
      last_sequence := current_setting('feedrpc.sequence');
      forgotten := last_sequence - kept;
      SELECT events_after INTO forgotten_before FROM feed_head
        WHERE sequence <> last_sequence OR newest_time <> last_time;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      UPDATE feed_head SET
        sequence = last_sequence,
        newest_time = last_time,
        mark = CASE WHEN sequence = last_sequence THEN mark
          ELSE current_setting('feedrpc.mark')::bigint END,
        events_after = greatest(events_after, forgotten),
        post_count = post_count + current_setting('feedrpc.posts')::bigint,
        comment_count = comment_count + current_setting('feedrpc.comments')::bigint,
        like_count = like_count + current_setting('feedrpc.likes')::bigint;
      IF forgotten > forgotten_before THEN
        DELETE FROM events WHERE sequence > forgotten_before AND sequence <= forgotten;
      END IF;
      DELETE FROM requests WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM requests WHERE expires_at <= current_setting('feedrpc.now')::bigint
        ORDER BY expires_at LIMIT sweep
      ));
      PERFORM pg_notify('\(channel)', last_sequence::text);
    END $$;

    -- Takes so many numbers; the last of them.
    CREATE FUNCTION next_sequence(taken bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      RETURN set_config(
        'feedrpc.sequence', (current_setting('feedrpc.sequence')::bigint + taken)::text, true
      )::bigint;
    END $$;

    -- The time of something new: the imported one, or else a moment after all that is there.
    CREATE FUNCTION next_time(imported bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      newest bigint := current_setting('feedrpc.newest_time');
      moment bigint := coalesce(
        imported, greatest(current_setting('feedrpc.now')::bigint, newest + 1)
      );
    BEGIN
      IF moment > newest THEN
        newest := set_config('feedrpc.newest_time', moment::text, true)::bigint;
      END IF;
      RETURN moment;
    END $$;

    -- Writes a change down, having taken so many more numbers for it; the last of them.
    CREATE FUNCTION record_event(
      taken bigint, kind bigint, post bigint, author bigint, subject bigint, is_set boolean,
      likes bigint, comments bigint
    ) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      last_sequence bigint := next_sequence(taken);
    BEGIN
      INSERT INTO events VALUES (
        last_sequence, kind, post, author, subject, is_set, likes, comments,
        current_setting('feedrpc.mark')::bigint
      );
      RETURN last_sequence;
    END $$;

    """

  static let viewing = """
    -- What becomes of a call: 0 it is done; 1 the viewer, 2 the post, 3 the user or 4 the photo is
    -- not there; 5 its post or 6 its comment has been deleted since; 7 the request id was used for
    -- another; 8 somebody else may do this; 9 nobody follows themselves; 10 nobody follows more;
    -- 11 the bytes of the photo are gone, or others.

    -- The row of a user who has none yet.
    CREATE TYPE newcomer AS (
      username text, avatar_id text, avatar_width bigint, avatar_height bigint,
      avatar_blurhash text
    );

    -- Makes the viewer's row where it is missing; whether it was.
    CREATE FUNCTION make_user(viewer bigint, has_row boolean, new_user newcomer) RETURNS boolean
    LANGUAGE plpgsql AS $$
    DECLARE
      free_name text := new_user.username;
      number bigint := 1;
      last_sequence bigint;
    BEGIN
      IF has_row THEN
        RETURN false;
      END IF;
      WHILE EXISTS (SELECT FROM users WHERE username = free_name) LOOP
        number := number + 1;
        free_name := left(new_user.username, 30 - length(number::text)) || number;
      END LOOP;
      INSERT INTO users (
        id, username, display_name, bio, avatar_id, avatar_width, avatar_height, avatar_blurhash,
        pattern_id, pattern_width, pattern_height, pattern_blurhash
      ) VALUES (
        viewer, free_name, free_name, '', new_user.avatar_id, new_user.avatar_width,
        new_user.avatar_height, new_user.avatar_blurhash, new_user.avatar_id,
        new_user.avatar_width, new_user.avatar_height, new_user.avatar_blurhash
      );
      last_sequence := record_event(1, 6, NULL, NULL, viewer, NULL, NULL, NULL);
      RETURN true;
    END $$;

    -- Whether a request was made before: 0 no, 1 yes, 2 another one with its id.
    CREATE FUNCTION remembered(
      viewer bigint, its_method bigint, request text, hash bytea
    ) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      known bytea;
    BEGIN
      SELECT request_hash INTO known FROM requests
        WHERE user_id = viewer AND method = its_method AND request_id = request
          AND expires_at > current_setting('feedrpc.now')::bigint;
      RETURN CASE WHEN NOT FOUND THEN 0 WHEN known = hash THEN 1 ELSE 2 END;
    END $$;

    CREATE FUNCTION remember(viewer bigint, its_method bigint, request text, hash bytea)
    RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO requests (user_id, method, request_id, request_hash, expires_at)
        VALUES (viewer, its_method, request, hash, current_setting('feedrpc.expiry')::bigint)
        ON CONFLICT (user_id, method, request_id) DO UPDATE SET
          request_hash = excluded.request_hash, expires_at = excluded.expires_at;
    END $$;

    """
}

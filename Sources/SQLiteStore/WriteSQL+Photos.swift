extension WriteSQL {
  /// What an earlier upload found in the same bytes stays; gives the row's number.
  static let insertPhoto = """
    INSERT INTO photos (
      name, content_hash, byte_count, format, width, height, blurhash, taken_at, created_at,
      uploaded_at
    ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)
    ON CONFLICT (content_hash) DO UPDATE SET uploaded_at = max(uploaded_at, excluded.uploaded_at)
    RETURNING id
    """

  static let deleteCopies = "DELETE FROM photo_copies WHERE photo_id = ?1"

  static let insertCopy = """
    INSERT INTO photo_copies (photo_id, side, content_hash) VALUES (?1, ?2, ?3)
    """

  static let insertUpload = """
    INSERT INTO uploads (photo_id, user_id, uploaded_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (photo_id, user_id)
    DO UPDATE SET uploaded_at = max(uploaded_at, excluded.uploaded_at)
    """

  /// The photo of a post, as the number of its row.
  static let photoOfPost = "SELECT photo_id FROM posts WHERE id = ?1 AND photo_id IS NOT NULL"

  /// The photo of a user, as the number of its row.
  static let photoOfUser = """
    SELECT avatar_photo_id FROM users WHERE id = ?1 AND avatar_photo_id IS NOT NULL
    """

  /// The name of photo `?1`, where nothing uses it.
  static let unusedPhoto = "SELECT name FROM photos WHERE id = ?1 AND use_count = 0"

  /// Photos that nothing uses: `?1` when they were last uploaded at the latest, `?2` how many.
  static let unusedPhotos = """
    SELECT id FROM photos WHERE use_count = 0 AND uploaded_at <= ?1
    ORDER BY uploaded_at, name LIMIT ?2
    """

  static let deletePhoto = "DELETE FROM photos WHERE id = ?1"
}

/** The element that plays or was played last; only one voice note plays at a time. */
let current: HTMLAudioElement | undefined

/**
 * Plays a voice note from where it was paused, or pauses it while it plays; pauses any other. Returns false if it cannot
 * be played.
 */
export async function togglePlayback(note: HTMLAudioElement): Promise<boolean> {
  if (current === note && !note.paused) {
    note.pause()
    return true
  }
  if (current !== note) current?.pause()
  current = note
  try {
    await note.play()
    return true
  } catch (error) {
    // Pausing before playback began is not an error.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

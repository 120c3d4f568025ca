/** Our own path of a booking's live room; before it opens it says when. */
export function joinUrl(bookingId: string): string {
  return `/rooms/${bookingId}`
}

/** Our own path of a booking, where Join appears. */
export function joinUrl(bookingId: string): string {
  return `/booking/confirm/${bookingId}`
}

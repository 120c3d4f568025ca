import { type Room } from '@veranda/contract/rooms/schemas.ts'

/**
 * Returns where a room leads back to, with the key of the link's text: its booking or project for the two parties, and
 * the dashboard for guests, who see neither.
 */
export function roomHome(
  { id, booking, users }: Room,
  userId: string | undefined,
): { href: string; label: 'to-booking' | 'to-project' | 'absent.home' } {
  const isParty = users.some(({ user, party }) => user.id === userId && party !== null)
  if (!isParty) return { href: '/dashboard', label: 'absent.home' }
  return booking
    ? { href: `/booking/confirm/${booking.id}`, label: 'to-booking' }
    : { href: `/projects/${id}`, label: 'to-project' }
}

import { type Room } from '@veranda/contract/rooms/schemas.ts'

/**
 * Returns where a room leads back to, with the key of the link's text: its booking or project for the two parties, and
 * the dashboard for guests, who see neither.
 */
export function roomHome({ homeUrl, subject }: Room): {
  href: string
  label: 'to-booking' | 'to-project' | 'absent.home'
} {
  if (homeUrl === null) return { href: '/dashboard', label: 'absent.home' }
  return { href: homeUrl, label: subject.kind === 'booking' ? 'to-booking' : 'to-project' }
}

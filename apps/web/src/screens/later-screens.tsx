import { Later } from '../app/later.tsx'

const toSearch = { href: '/search', label: 'to-search' } as const
const toProjects = { href: '/projects', label: 'to-projects' } as const
const toMessages = { href: '/messages', label: 'to-messages' } as const
const toDashboard = { href: '/dashboard', label: 'to-dashboard' } as const

export function Appointments() {
  return (
    <Later
      icon="calendar"
      name="screen.appointments"
      title="appointments.title"
      text="appointments.text"
      steps={[toMessages, toSearch]}
    />
  )
}

export function BookingConfirm() {
  return (
    <Later
      icon="clock"
      name="screen.booking"
      title="booking.title"
      text="booking.text"
      steps={[toSearch, toMessages]}
    />
  )
}

export function Showcases() {
  return (
    <Later
      icon="headset"
      name="screen.showcases"
      title="showcases.title"
      text="showcases.text"
      steps={[toSearch, toDashboard]}
    />
  )
}

export function Room() {
  return <Later icon="cube" name="screen.room" title="room.title" text="room.text" steps={[toProjects, toMessages]} />
}

export function Pair() {
  return (
    <Later
      icon="headset"
      name="screen.pair"
      title="pair.title"
      text="pair.text"
      steps={[{ href: '/login', label: 'to-login' }]}
    />
  )
}

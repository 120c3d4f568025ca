import { Later, type LaterProps } from '../app/later.tsx'

const toSearch = { href: '/search', label: 'later.to-search' } as const
const toProjects = { href: '/projects', label: 'later.to-projects' } as const
const toMessages = { href: '/messages', label: 'later.to-messages' } as const
const toSettings = { href: '/settings', label: 'later.to-settings' } as const
const toDashboard = { href: '/dashboard', label: 'later.to-dashboard' } as const

export function Appointments() {
  return (
    <Later
      icon="calendar"
      name="screen.appointments"
      title="later.appointments.title"
      text="later.appointments.text"
      steps={[toMessages, toSearch]}
    />
  )
}

export function BookingConfirm() {
  return (
    <Later
      icon="clock"
      name="screen.booking"
      title="later.booking.title"
      text="later.booking.text"
      steps={[toSearch, toMessages]}
    />
  )
}

export function Showcases() {
  return (
    <Later
      icon="headset"
      name="screen.showcases"
      title="later.showcases.title"
      text="later.showcases.text"
      steps={[toSearch, toDashboard]}
    />
  )
}

export function Room() {
  return (
    <Later
      icon="cube"
      name="screen.room"
      title="later.room.title"
      text="later.room.text"
      steps={[toProjects, toMessages]}
    />
  )
}

export function Pair() {
  return (
    <Later
      icon="headset"
      name="screen.pair"
      title="later.pair.title"
      text="later.pair.text"
      steps={[{ href: '/login', label: 'later.to-login' }]}
    />
  )
}

export function Security() {
  return (
    <Later
      icon="lock"
      name="screen.security"
      title="later.security.title"
      text="later.security.text"
      steps={[toSettings, toDashboard]}
    />
  )
}

export function Dashboard() {
  return <Soon icon="dashboard" name="screen.dashboard" steps={[toSearch, toProjects]} />
}

export function Profile() {
  return <Soon icon="user" name="screen.profile" steps={[toSettings, toDashboard]} />
}

export function Projects() {
  return <Soon icon="projects" name="screen.projects" steps={[toSearch, toMessages]} />
}

export function NewProject() {
  return <Soon icon="plus" name="screen.new-project" steps={[toSearch, toProjects]} />
}

export function Project() {
  return <Soon icon="projects" name="screen.project" steps={[toProjects, toSearch]} />
}

export function Search() {
  return <Soon icon="search" name="screen.search" steps={[toDashboard, toProjects]} />
}

export function Talent() {
  return <Soon icon="user" name="screen.talent" steps={[toSearch, toDashboard]} />
}

export function Messages() {
  return <Soon icon="message" name="screen.messages" steps={[toProjects, toSearch]} />
}

export function Notifications() {
  return <Soon icon="bell" name="screen.notifications" steps={[toDashboard, toSettings]} />
}

export function Preferences() {
  return <Soon icon="bell" name="screen.preferences" steps={[toSettings, toDashboard]} />
}

export function Payment() {
  return <Soon icon="wallet" name="screen.payment" steps={[toProjects, toDashboard]} />
}

type SoonProps = Pick<LaterProps, 'icon' | 'name' | 'steps'>

function Soon(props: SoonProps) {
  return <Later {...props} title={props.name} text="later.screen.text" />
}

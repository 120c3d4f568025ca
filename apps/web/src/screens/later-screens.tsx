import { Later } from '../app/later.tsx'

const toSearch = { href: '/search', label: 'to-search' } as const
const toDashboard = { href: '/dashboard', label: 'to-dashboard' } as const

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

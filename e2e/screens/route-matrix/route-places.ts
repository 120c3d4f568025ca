import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiClient } from '../../support/api-client.ts'
import { root } from '../../support/paths.ts'

/** Who opens a path: nobody signed in, a client or a creator of the demo world. */
export const viewers = ['nobody', 'Maya', 'Kenji'] as const
export type Viewer = (typeof viewers)[number]
type Places = Partial<Record<Viewer, readonly string[]>>

const token = 'x'.repeat(43)

/** Returns the paths that are opened for each route of the router, in the demo world. */
export async function findRoutePlaces(url: string): Promise<Readonly<Record<string, Places>>> {
  const maya = await openApiClient(url, 'Maya')
  const projects = (await maya.call(listProjects, { query: {} })).items
  const receipts = (await maya.call(listReceipts, { query: {} })).items
  const creators = (await maya.call(searchTalent, { query: {} })).items
  const bookings = (await maya.call(listBookings, { query: { when: 'upcoming' } })).items
  const body = { email: 'maya@veranda.example', message: 'How do I enter the room?' }
  const ticket = await maya.call(fileTicket, { body })
  const project = `/projects/${projects.find(({ title }) => title === 'Reading chair')?.id}`
  const afterLink = (path: string): Places => ({ nobody: [path, `${path}#${token}`] })
  const both = (path: string): Places => ({ Maya: [path], Kenji: [path] })
  return {
    'login/second-factor?': { nobody: ['/login', '/login/second-factor'] },
    register: { nobody: ['/register'] },
    'auth/register': { nobody: ['/auth/register'] },
    verify: afterLink('/verify'),
    'forgot-password': { nobody: ['/forgot-password'] },
    'reset-password': afterLink('/reset-password'),
    'verify-email': afterLink('/verify-email'),
    'undo-email': afterLink('/undo-email'),
    'not-me': afterLink('/not-me'),
    'auth/*': { nobody: ['/auth/login'] },
    'payment/receipts/:id': { Maya: [`/payment/receipts/${receipts[0]?.id}`] },
    '/': { Maya: ['/'] },
    dashboard: both('/dashboard'),
    'support/:id?': { Maya: ['/support', `/support/${ticket.id}`], nobody: ['/support?about=sign-in'] },
    // The journey of an admin is admin.spec.ts; to everyone else it is not found.
    'admin/:section?/:id?': { Maya: ['/admin'] },
    appointments: {
      Maya: ['/appointments', '/appointments?view=past', '/appointments?view=calendar'],
      Kenji: ['/appointments?view=availability'],
    },
    'booking/confirm/:id': { Maya: [`/booking/confirm/${bookings[0]?.id}`] },
    showcases: { Maya: ['/showcases'] },
    'rooms/:id': { Maya: [`/rooms/${project.split('/').at(-1)}`] },
    pair: { nobody: ['/pair'], Maya: ['/pair'] },
    'settings/security': { Maya: ['/settings/security'] },
    'settings/mail': { Maya: ['/settings/mail'] },
    settings: { Maya: ['/settings'] },
    terms: { nobody: ['/terms'] },
    privacy: { nobody: ['/privacy'] },
    refund: { nobody: ['/refund'] },
    profile: { Kenji: ['/profile'] },
    projects: both('/projects'),
    'projects/new': { Maya: ['/projects/new'] },
    'projects/:id': {
      Maya: [
        project,
        ...['contract', 'milestones', 'money', 'activity', 'files', 'chat'].map((view) => `${project}?view=${view}`),
      ],
    },
    search: { Maya: ['/search', '/search?q=nothing-like-this'] },
    'talent/:id': { Maya: [`/talent/${creators[0]?.id}`] },
    'explore/:handle?': { nobody: ['/explore', '/explore/kenji-arai', '/explore/no-one-here'] },
    messages: { Maya: ['/messages'] },
    notifications: { Maya: ['/notifications'] },
    'notification-preferences': { Maya: ['/notification-preferences'] },
    'notifications/preferences': { Maya: ['/notifications/preferences'] },
    payment: both('/payment'),
    '*': { Maya: ['/no-such-page'], nobody: ['/no-such-page'] },
  }
}

/** Returns the paths of the routes of the router, from its source, so that no table can forget one. */
export function readRoutes(): string[] {
  const read = (file: string) => readFileSync(join(root, 'apps/web/src/app', file), 'utf8')
  const router = read('router.tsx')
  const paths = [
    // The list of those who have no access yet, and the routes of both files.
    ...router.matchAll(/^ {2}\['([^']+)', '[\w-]+'\],$/gm),
    ...router.matchAll(/\bpath: '([^']+)'/g),
    ...read('shell-routes.ts').matchAll(/\bscreen\(\s*'([^']+)'/g),
  ]
  return paths.flatMap(([, path = '']) => (path.startsWith('dev/') ? [] : [path]))
}

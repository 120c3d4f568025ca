import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { exploreCreators, readPublicCreator, reportPage } from '@veranda/contract/talent/explore/routes.ts'
import { type ExploreCard, type ExploreReply, type PublicCreator } from '@veranda/contract/talent/explore/schemas.ts'
import { readCreator } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/explore'))

const work = {
  id: idOf('8'),
  title: 'Bench',
  description: '',
  image: '/api/files/x',
  width: 640,
  height: 480,
  model: null,
  turntable: null,
}
const card: ExploreCard = {
  handle: 'kenji-arai',
  name: 'Kenji Arai',
  avatar: null,
  headline: 'Joinery',
  skills: ['Furniture'],
  priceFrom: { amount: 9_500, currency: 'EUR' },
  priceUnit: 'project',
  rating: { average: null, count: 0 },
  accepting: 'open',
  freeThisWeek: true,
  works: [work],
}
/** The same creator, as a signed-in reader gets them. */
const profile: Profile = {
  id: idOf('9'),
  name: card.name,
  avatar: null,
  headline: card.headline,
  skills: [],
  languages: [],
  timeZone: 'Asia/Tokyo',
  priceFrom: null,
  priceUnit: null,
  rating: card.rating,
  images: [],
  accepting: 'open',
  about: '',
  services: [],
  portfolio: [],
  reviews: { items: [], next: null },
  completedCount: 0,
  memberSince: now,
  stepsLeft: [],
  actions: ['request', 'message'],
}
const creator: PublicCreator = {
  ...card,
  id: idOf('9'),
  about: '',
  languages: [],
  timeZone: 'Asia/Tokyo',
  completedCount: 0,
  memberSince: now,
  services: [],
  hourlyServices: [],
  freeTimes: [],
  actions: ['request', 'message'],
  reviews: [],
}
const gallery = (items: ExploreCard[]): ExploreReply => ({
  items,
  next: null,
  total: items.length,
  disciplines: [{ name: 'Furniture', count: 1 }],
})

test('the filters of the address are asked for, and changed in it', async () => {
  const server = contractServer()
  server.reply(exploreCreators, ({ query: { discipline } }) => gallery(discipline === 'Furniture' ? [card] : []))
  const { router } = renderScreen(server, '/explore?q=chair&priceTo=25000')
  expect(await screen.findByRole('heading', { name: 'Nothing matches all of that' })).toBeTruthy()
  expect(server.calls(exploreCreators)[0]?.query).toEqual({ q: 'chair', currency: 'EUR', priceTo: 25_000 })
  await userEvent.click(screen.getByRole('button', { name: 'Furniture', pressed: false }))
  const link = await screen.findByRole('link', { name: 'Bench by Kenji Arai' })
  expect(link.getAttribute('href')).toBe('/explore/kenji-arai')
  expect(router.state.location.search).toBe('?q=chair&priceTo=25000&currency=EUR&discipline=Furniture')
  await userEvent.click(screen.getByRole('button', { name: 'Available this week', pressed: false }))
  await vi.waitFor(() => expect(server.calls(exploreCreators).at(-1)?.query).toMatchObject({ free: 'week' }))
})

test('an empty gallery, a gallery that fails and a creator who is not there say so', async () => {
  const server = contractServer()
  server.reply(exploreCreators, gallery([]))
  renderScreen(server, '/explore')
  expect(await screen.findByRole('heading', { name: 'No works to show yet' })).toBeTruthy()

  const failing = contractServer()
  failing.refuse(exploreCreators, 500, 'request.failed')
  failing.refuse(readPublicCreator, 404, 'creator.not-found')
  const { router } = renderScreen(failing, '/explore?q=x')
  expect(await screen.findByText('Couldn’t load the gallery')).toBeTruthy()
  await router.navigate('/explore/no-one')
  expect(await screen.findByRole('heading', { level: 1, name: 'Creator not found' })).toBeTruthy()
})

test('the ways on lead to the acts themselves, and a creator who is closed only to a message', async () => {
  const server = contractServer()
  server.reply(readPublicCreator, ({ params: { handle } }) => {
    const isClosed = handle === 'closed'
    const accepting: PublicCreator['accepting'] = isClosed ? 'closed' : 'open'
    const actions: PublicCreator['actions'] = isClosed ? ['message'] : creator.actions
    return { ...creator, id: isClosed ? idOf('c') : creator.id, handle, accepting, actions }
  })
  const closed: Profile = { ...profile, id: idOf('c'), actions: ['message'] }
  server.reply(readCreator, ({ params: { id } }) => (id === closed.id ? closed : profile))
  const { router } = renderScreen(server, '/explore/kenji-arai')
  const hrefs = async () => {
    const acts = within(await screen.findByRole('region', { name: 'Next steps' }))
    return (await acts.findAllByRole('link')).map((link) => link.getAttribute('href'))
  }
  const { id } = creator
  expect(await hrefs()).toEqual([`/projects/new?creator=${id}`, `/messages?with=${id}`])
  await router.navigate('/explore/closed')
  await vi.waitFor(async () => expect(await hrefs()).toEqual([`/messages?with=${idOf('c')}`]))
})

test('a session is offered only with a bookable service, and sections without content are left out', async () => {
  const server = contractServer()
  const hourly = {
    id: idOf('b'),
    title: 'Intro call',
    description: '',
    minutes: 30,
    price: { amount: 4_500, currency: 'EUR' },
  }
  const bookable: PublicCreator['actions'] = ['request', 'book', 'message']
  const pages: Record<string, PublicCreator> = {
    bookable: { ...creator, id: idOf('d'), handle: 'bookable', hourlyServices: [hourly], actions: bookable },
    empty: { ...creator, handle: 'empty', works: [] },
  }
  server.reply(readPublicCreator, ({ params: { handle } }) => pages[handle] ?? creator)
  server.reply(readCreator, ({ params: { id } }) =>
    id === idOf('d') ? { ...profile, id, actions: bookable } : profile,
  )
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  const { router } = renderScreen(server, '/explore/kenji-arai')
  expect(await screen.findByRole('link', { name: 'Request a commission' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Book a session' })).toBeNull()
  expect(titles()).toEqual(['Bench', 'At a glance'])
  await router.navigate('/explore/bookable')
  expect(await screen.findByRole('link', { name: 'Book a session' })).toBeTruthy()
  expect(titles()).toEqual(['Bench', 'Next free times', 'Packages and bookable services', 'At a glance'])
  expect(screen.getByText('€45.00')).toBeTruthy()
  expect(screen.getByText('€47.25 with the client fee')).toBeTruthy()
  await router.navigate('/explore/empty')
  expect(await screen.findByText('No works to show yet.')).toBeTruthy()
  expect(titles()).toEqual(['At a glance'])
})

test('an old handle leads to the current one, and the creator themselves to the editor', async () => {
  const server = contractServer()
  server.reply(readPublicCreator, creator)
  server.reply(readCreator, { ...profile, actions: ['edit'] })
  const { router } = renderScreen(server, '/explore/kenji?x=1')
  await vi.waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/explore/kenji-arai?x=1'),
  )
  expect((await screen.findByRole('link', { name: 'Edit your page' })).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
})

test('a report names its reason, and a refused one keeps what was written', async () => {
  const server = contractServer()
  server.reply(readPublicCreator, creator)
  server.reply(readCreator, profile)
  server.refuse(reportPage, 429, 'request.too-many')
  renderScreen(server, '/explore/kenji-arai')
  await userEvent.click(await screen.findByRole('button', { name: 'Report this page' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'Misleading or a scam' }))
  const details = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Details/ })
  await userEvent.type(details, 'Look')
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await vi.waitFor(() => expect(server.calls(reportPage)).toHaveLength(1))
  expect(server.calls(reportPage)[0]?.body).toEqual({ reason: 'fraud', message: 'Look', itemId: null })
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(details.value).toBe('Look')
})

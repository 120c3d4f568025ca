import { listCreatorServices } from '@veranda/contract/bookings/routes.ts'
import { readListing } from '@veranda/contract/talent/listing/routes.ts'
import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as routes from '@veranda/contract/talent/routes.ts'
import { type PackageService, type Profile } from '@veranda/contract/talent/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer, Refused } from '../lib/testing/contract-server.ts'
import { idOf, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = '/profile'
beforeAll(() => loadScreen(path))

function sampleService(n: number, title: string): PackageService {
  const price = { amount: 10_000 * n, currency: 'EUR' }
  return { id: idOf('7', n), title, description: '', price, unit: 'project', deliveryDays: null, reviewRounds: null }
}

function sampleItem(n: number, title: string): Profile['portfolio'][number] {
  const file = { image: `/api/files/${n}`, width: 640, height: 480, asset: null }
  const files = [
    { ...file, id: idOf('6', n) },
    { ...file, id: idOf('6', n + 100), image: `/api/files/${n}00` },
  ]
  return { id: idOf('5', n), title, description: '', discipline: null, ...file, files }
}

/** Starts a server that keeps the profile, so that what is changed is read again. */
function serverOfProfile() {
  const profile: Profile = {
    id: maya.id,
    name: maya.name,
    avatar: null,
    headline: 'Stages and sets',
    skills: [],
    languages: ['en'],
    timeZone: 'Europe/Lisbon',
    priceFrom: null,
    priceUnit: null,
    rating: { average: null, count: 0 },
    images: [],
    accepting: 'open',
    about: '',
    services: [sampleService(1, 'Chair'), sampleService(2, 'Desk'), sampleService(3, 'Lamp')],
    portfolio: [sampleItem(1, 'One'), sampleItem(2, 'Two')],
    reviews: { items: [], next: null },
    completedCount: 0,
    memberSince: now,
    stepsLeft: [],
    actions: ['edit'],
  }
  const server = contractServer()
  server.reply(routes.readProfile, () => profile)
  server.reply(readListing, {
    handle: null,
    suggestion: 'maya-torres',
    listed: false,
    unlistedReason: null,
    projects: [],
    works: [],
  })
  return { server, profile }
}

const titlesIn = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('button', { name: /^Options for/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Options for ', ''))

test('a service is moved with the arrow keys on its handle, keeps the focus, and its new place is said', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.movePackageService, ({ params: { id }, body: { before } }) => {
    const others = profile.services.filter((service) => service.id !== id)
    const at = before === null ? others.length : others.findIndex((service) => service.id === before)
    profile.services = others.toSpliced(at, 0, ...profile.services.filter((service) => service.id === id))
    return profile
  })
  renderScreen(server, path)
  const handle = await screen.findByRole('button', { name: 'Move Chair: drag, or use the arrow keys' })
  handle.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(titlesIn('Packages')).toEqual(['Desk', 'Chair', 'Lamp'])
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Chair/)
  expect(await screen.findByText('Chair is now number 2 of 3')).toBeTruthy()
  await vi.waitFor(() => expect(server.calls(routes.readProfile).length).toBeGreaterThan(1))
  const [call] = server.calls(routes.movePackageService)
  expect([call?.params.id, call?.body.before]).toEqual([idOf('7', 1), idOf('7', 3)])
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(server.calls(routes.movePackageService).at(-1)?.body.before).toBeNull())
  await vi.waitFor(() => expect(titlesIn('Packages')).toEqual(['Desk', 'Lamp', 'Chair']))
})

test('a move that the server refuses, because another window has changed the list, shows the list as it is', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.movePackageService, () => {
    profile.services = profile.services.slice(0, 2)
    throw new Refused(409, 'page-list.stale', { detail: 'This list has changed.' })
  })
  renderScreen(server, path)
  const handle = await screen.findByRole('button', { name: /^Move Chair/ })
  handle.focus()
  await userEvent.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(titlesIn('Packages')).toEqual(['Chair', 'Desk']))
})

test('a removed item is back when the removal is undone', async () => {
  const { server, profile } = serverOfProfile()
  const { portfolio } = profile
  server.reply(routes.removePortfolioItem, ({ params: { id } }) => {
    profile.portfolio = portfolio.filter((item) => item.id !== id)
    return { done: true as const }
  })
  server.reply(routes.restorePortfolioItem, () => {
    profile.portfolio = portfolio
    return profile
  })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Options for One' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await vi.waitFor(() => expect(titlesIn('Portfolio')).toEqual(['Two']))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(titlesIn('Portfolio')).toEqual(['One', 'Two']))
  expect(server.calls(routes.restorePortfolioItem)[0]?.params.id).toBe(idOf('5', 1))
})

test('a service is changed in its row; the form asks for title, delivery and price first', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.changePackageService, ({ body }) => {
    profile.services = profile.services.map((one, index) => (index === 0 ? { ...one, ...body } : one))
    return profile
  })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Chair' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = within(screen.getByRole('list', { name: 'Packages' }))
  expect(form.getAllByRole('textbox').map((field) => field.getAttribute('aria-label') ?? field.id)).toHaveLength(3)
  expect(form.queryByRole('radio')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'More options' }))
  expect(form.getAllByRole('radio')).toHaveLength(2)
  const title = form.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('Chair')
  await userEvent.clear(title)
  await userEvent.type(title, 'Armchair')
  expect(form.getByText(/^You get €90\.00 of €100\.00, .* Clients pay €105\.00/)).toBeTruthy()
  const rounds = form.getByRole<HTMLSelectElement>('combobox', { name: 'Review rounds included' })
  // It was added before packages said so, and says so only when its creator chooses.
  expect(rounds.selectedOptions[0]?.textContent).toBe('Agreed in the offer')
  await userEvent.selectOptions(rounds, '3 rounds')
  await userEvent.click(form.getByRole('button', { name: 'Save package' }))
  await vi.waitFor(() => expect(titlesIn('Packages')).toEqual(['Armchair', 'Desk', 'Lamp']))
  expect(server.calls(routes.changePackageService)[0]?.body).toMatchObject({
    title: 'Armchair',
    price: { amount: 10_000, currency: 'EUR' },
    reviewRounds: 3,
  })
  expect(await screen.findByText('3 review rounds')).toBeTruthy()
})

test('a new package begins with the two review rounds of an offer, and may include none', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.addPackageService, ({ body }) => {
    const added = { ...profile, services: [...profile.services, { ...body, id: idOf('5', 9) }] }
    server.reply(routes.readProfile, added)
    return added
  })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a package' }))
  const rounds = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Review rounds included' })
  expect(rounds.selectedOptions[0]?.textContent).toBe('2 rounds')
  await userEvent.selectOptions(rounds, 'None')
  const form = within(rounds.closest('form') ?? document.body)
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Bench')
  await userEvent.type(form.getByRole('textbox', { name: 'Price' }), '100')
  await userEvent.click(form.getByRole('button', { name: 'Add a package' }))
  await vi.waitFor(() => expect(server.calls(routes.addPackageService)[0]?.body.reviewRounds).toBe(0))
  // The new one is what the user sees next.
  await vi.waitFor(() => expect(document.activeElement?.id).toBe(`package-service-${idOf('5', 9)}`))
  expect(document.activeElement?.textContent).toContain('Bench')
})

test('an item is changed with its discipline, and its files are sorted and removed', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.changePortfolioItem, () => profile)
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Options for One' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit One' }))
  expect(await dialog.findByText('Cover')).toBeTruthy()
  dialog.getByRole('button', { name: /^Move File 2/ }).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /Discipline/ }), 'Stage sets')
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  await vi.waitFor(() => expect(server.calls(routes.changePortfolioItem)).toHaveLength(1))
  const none = { fileId: null, assetId: null }
  expect(server.calls(routes.changePortfolioItem)[0]?.body).toEqual({
    title: 'One',
    description: '',
    discipline: 'stage-sets',
    files: [
      { id: idOf('6', 101), ...none },
      { id: idOf('6', 1), ...none },
    ],
  })
})

test('a save of a user without an address leads to where one is added, and keeps what was typed', async () => {
  const { server } = serverOfProfile()
  server.refuse(routes.changeProfile, 403, 'account.email-missing')
  renderScreen(server, path)
  const headline = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Headline' })
  await userEvent.type(headline, ' in 3D')
  await userEvent.click(within(headline.closest('form') ?? document.body).getByRole('button', { name: 'Save' }))
  const link = await screen.findByRole('link', { name: 'Add your address' })
  expect(link.getAttribute('href')).toBe('/settings')
  expect(headline.value).toBe('Stages and sets in 3D')
})

test('after a save the form shows what the server stored, and keeps what was typed meanwhile', async () => {
  const { server, profile } = serverOfProfile()
  server.reply(routes.listSkills, { items: [] })
  const saved = Promise.withResolvers<void>()
  server.reply(routes.changeProfile, async ({ body }) => {
    await saved.promise
    return Object.assign(profile, body, { skills: ['Spoon carving'] })
  })
  renderScreen(server, path)
  const skills = await screen.findByRole('combobox', { name: 'Skills' })
  const form = within(skills.closest('form') ?? document.body)
  await userEvent.type(skills, 'Whittling of spoons{Enter}')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const headline = form.getByRole<HTMLInputElement>('textbox', { name: 'Headline' })
  await userEvent.type(headline, ' in 3D')
  saved.resolve()
  expect(await screen.findByRole('button', { name: 'Remove Spoon carving' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Whittling of spoons' })).toBeNull()
  expect(headline.value).toBe('Stages and sets in 3D')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  expect(headline.value).toBe('Stages and sets in 3D')
})

test('the preview shows the sessions to book without booking them, and alone is called the page as others see it', async () => {
  const { server } = serverOfProfile()
  server.reply(routes.listCreatorReviews, { items: [], next: null })
  server.reply(listCreatorServices, {
    creator: maya,
    timeZone: 'Europe/Lisbon',
    actions: ['edit'],
    items: [
      {
        id: idOf('8', 1),
        creatorId: maya.id,
        title: 'Model review',
        description: '',
        minutes: 30,
        incrementMinutes: 30,
        bufferBeforeMinutes: 0,
        bufferAfterMinutes: 0,
        noticeMinutes: 120,
        horizonDays: 60,
        maxPerDay: null,
        maxPerWeek: null,
        confirmation: 'instant',
        price: { amount: 4_500, currency: 'EUR', clientPays: { amount: 4_725, currency: 'EUR' } },
        policy: [],
        nextFree: now,
      },
    ],
  })
  renderScreen(server, `${path}?see=page`)
  const session = within(await screen.findByRole('region', { name: 'Book a session' }))
  expect(await session.findByRole('heading', { name: 'Model review' })).toBeTruthy()
  expect(session.getByText('€45.00')).toBeTruthy()
  expect(session.getByText('€47.25 with the client fee')).toBeTruthy()
  expect(session.getByRole('link', { name: 'Edit your bookable services' })).toBeTruthy()
  expect(session.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^Your page, as others see it/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }))
  expect(await screen.findByRole('heading', { name: 'What you do' })).toBeTruthy()
  expect(screen.queryByText(/as others see it/)).toBeNull()
})

import { expect, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('projects')
const shell = wordsOf('shell')
const dashboard = wordsOf('dashboard')

type View = 'overview' | 'contract' | 'milestones' | 'money' | 'activity' | 'chat'

/** Opens a part of the project in sight. */
export async function openPart(hand: Hand, view: View): Promise<void> {
  const link = hand.page.getByRole('navigation', { name: t('tabs') }).getByRole('link', { name: t(`tab.${view}`) })
  await hand.press(link)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Goes to the dashboard by the navigation and opens what waits there under this title. */
export async function openWhatWaits(hand: Hand, title: string): Promise<void> {
  await goToScreen(hand, 'dashboard')
  await hand.press(waitsOnMe(hand.page).getByRole('link', { name: title }))
}

/** Goes to one of the screens that the navigation names. */
export async function goToScreen(hand: Hand, name: 'dashboard' | 'messages'): Promise<void> {
  const { page } = hand
  if (hand.narrow) await hand.press(page.getByRole('button', { name: shell('nav.open') }))
  const place = hand.narrow ? page.getByRole('dialog') : page
  const navigation = place.getByRole('navigation', { name: shell('nav') })
  await hand.press(navigation.getByRole('link', { name: new RegExp(`^${shell(`nav.${name}`)}`) }))
  await page.waitForURL(`/${name}`)
}

function waitsOnMe(page: Page) {
  return page.getByRole('list', { name: dashboard('mine') })
}

/** Nothing waits on the reader any more. */
export async function expectNothingWaits(hand: Hand): Promise<void> {
  await goToScreen(hand, 'dashboard')
  await expect(hand.page.getByText(dashboard('mine.none.title'))).toBeVisible()
}

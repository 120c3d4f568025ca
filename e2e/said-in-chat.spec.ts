import { sendMessage, listConversations } from '@veranda/contract/conversations/routes.ts'
import { randomUUID } from 'node:crypto'
import { enterByPress } from './support/entrance.ts'
import { mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

test.use({ file: 'said-in-chat' })

const m = wordsOf('messages')
const t = wordsOf('projects')
const said = 'Could the armrests be a little rounder at the front?'

test('what was said in the chat becomes something to be changed, and leads back to where it was said', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const kenji = await enter(url, 'Kenji')
  const chair = await chairProject(kenji)
  const [talk] = (await kenji.call(listConversations, { query: { projectId: chair.projectId } })).items
  const body = { clientId: randomUUID(), message: said, works: [] }
  await kenji.call(sendMessage, { params: { id: talk?.id ?? '' }, body })

  const window = await openWindow(browser, url, { reducedMotion: 'reduce' })
  const { page } = window
  const maya = mouse(page)
  await enterByPress(maya, 'Maya Torres')
  await page.goto(`/projects/${chair.projectId}?view=chat`)
  const message = page.getByRole('listitem').filter({ hasText: said })
  await message.hover()
  await maya.press(message.getByRole('button', { name: m('actions', { name: 'Kenji Arai' }) }))
  await maya.press(page.getByRole('menuitem', { name: t('changes.from-chat') }))
  const dialog = page.getByRole('dialog', { name: t('changes.title') })
  await expect(dialog.getByLabel(t('changes.item', { number: 1 }), { exact: true })).toHaveValue(said)
  await maya.press(dialog.getByRole('button', { name: /^Send \d+ changes?/ }))
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/ask=/)

  await maya.press(page.getByRole('link', { name: t('changes.message') }))
  await expect(page).toHaveURL(/view=chat/)
  await expect(page.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  await window.close()
})

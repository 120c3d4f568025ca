import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { listSkills } from '@veranda/contract/talent/routes.ts'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { SkillInput } from './skill-input.tsx'

beforeAll(async () => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = () => undefined
  await loadTranslations('talent')
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

function Form() {
  const [skills, setSkills] = useState(['Avatars'])
  return (
    <QueryClientProvider client={queryCache}>
      <Suspense>
        <SkillInput skills={skills} onChange={setSkills} error={undefined} />
      </Suspense>
    </QueryClientProvider>
  )
}

test('skills are typed one after another without leaving the field', async () => {
  contractServer().reply(listSkills, { items: [] })
  render(<Form />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('Rigging{Enter}Blender,')
  expect(screen.getByText('Rigging')).toBeTruthy()
  expect(screen.getByText('Blender')).toBeTruthy()
  await userEvent.keyboard('{Backspace}')
  expect(screen.queryByText('Blender')).toBeNull()
})

test('a skill that is already there is not added twice', async () => {
  contractServer().reply(listSkills, { items: [] })
  render(<Form />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('avatars{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('Avatars is already added')
})

test('a suggestion is chosen with the arrow keys or a press, and skills that are chosen are not suggested again', async () => {
  contractServer().reply(listSkills, {
    items: [
      { name: 'Avatars', count: 4 },
      { name: 'Rigging', count: 2 },
      { name: 'Worlds', count: 0 },
    ],
  })
  render(<Form />)
  const field = screen.getByRole('combobox')
  await userEvent.click(field)
  await screen.findByRole('option', { name: 'Rigging2 creators' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Rigging2 creators', 'Worlds'])
  expect(screen.getByText('2 suggestions')).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const worlds = screen.getByRole('option', { name: 'Worlds', selected: true })
  expect(field.getAttribute('aria-activedescendant')).toBe(worlds.id)
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(screen.getByRole('option', { name: /Rigging/ }))
  expect(document.activeElement).toBe(field)
  expect(screen.getAllByRole('button', { name: /^ ?(?:Avatars|Worlds|Rigging)/ })).toHaveLength(3)
})

test('the suggestions stay closed after a skill was added, until the next is typed or an arrow key asks for them', async () => {
  contractServer().reply(listSkills, { items: [{ name: 'Worlds', count: 3 }] })
  render(<Form />)
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findByRole('option', { name: /Worlds/ })
  await userEvent.keyboard('Rigging{Enter}')
  expect(screen.getByText('Rigging')).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('B')
  expect(screen.getByRole('listbox')).toBeTruthy()
  await userEvent.keyboard('lender,')
  expect(screen.getByText('Blender')).toBeTruthy()
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('listbox')).toBeTruthy()
})

test('a skill that is known under another name is added under that name, and it says so', async () => {
  contractServer().reply(listSkills, { items: [] })
  render(<Form />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('3D modelling{Enter}')
  expect(screen.getByRole('button', { name: /Modelling$/ })).toBeTruthy()
  expect(screen.getByText('“3D modelling” was added as “Modelling”, the name clients search for.')).toBeTruthy()
  await userEvent.keyboard('rigging{Enter}')
  expect(screen.getByRole('button', { name: /Rigging$/ })).toBeTruthy()
  expect(screen.queryByText(/was added as/)).toBeNull()
})

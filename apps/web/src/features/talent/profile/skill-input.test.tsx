import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { SkillInput } from './skill-input.tsx'

beforeAll(() => loadTranslations('talent'))
afterEach(cleanup)

function Form() {
  const [skills, setSkills] = useState(['Avatars'])
  return (
    <Suspense>
      <SkillInput skills={skills} onChange={setSkills} error={undefined} />
    </Suspense>
  )
}

test('skills are typed one after another without leaving the field', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('Rigging{Enter}Blender,')
  expect(screen.getByText('Rigging')).toBeTruthy()
  expect(screen.getByText('Blender')).toBeTruthy()
  await userEvent.keyboard('{Backspace}')
  expect(screen.queryByText('Blender')).toBeNull()
})

test('a skill that is already there is not added twice', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('avatars{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('avatars is already added')
})

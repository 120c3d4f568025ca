import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations, useTranslations } from '../../../lib/i18n/i18n.ts'
import { createStore } from '../../../lib/store.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { type RecordChange, type WriteRecord } from './record-changes.ts'
import { variantChoices } from './variant-choices.ts'
import { VersionPanel } from './version-panel.tsx'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

/** Shows the panel of a room whose scene record is written by it. */
function Panel({ variants, canPlace }: { variants: readonly string[]; canPlace: boolean }) {
  const { context } = samplePanelContext()
  const [shown, setShown] = useState<SceneRecord>({ ...sampleScene })
  const write = async (_key: string, change: RecordChange<'scene'>) => {
    setShown((current) => (typeof change === 'function' ? change(current) : change) ?? current)
    return true
  }
  // Only the states of connection and records are read.
  const participation = {
    connection: { state: createStore(context.connection) },
    records: { state: createStore({ values: context.values }) },
  } as unknown as RoomParticipation
  return (
    <>
      <VersionPanel
        canvas={undefined}
        participation={participation}
        shared={{ ...context.shared, shown, variants: variantChoices({ variants }, shown, useTranslations('rooms')) }}
        versions={context.versions}
        can={() => canPlace}
        // Only the scene is written.
        write={write as unknown as WriteRecord}
      />
      <output>{JSON.stringify(shown)}</output>
    </>
  )
}

const sampleScene: SceneRecord = {
  deliverableId: 'version-2',
  assetId: 'asset-2',
  previous: null,
  compare: 'none',
  flipped: false,
}
const written = (): unknown => JSON.parse(screen.getByRole('status').textContent)

test('a host chooses a variant on the page, and goes back to what was delivered', () => {
  render(<Panel variants={['Natural', 'Moss']} canPlace />)
  const select = screen.getByLabelText<HTMLSelectElement>('Variant')
  expect([...select.options].map(({ text }) => text)).toEqual(['As delivered', 'Natural', 'Moss'])
  expect(select.value).toBe('')
  fireEvent.change(select, { target: { value: 'Moss' } })
  expect([written(), select.value]).toEqual([{ ...sampleScene, variant: 'Moss' }, 'Moss'])
  fireEvent.change(select, { target: { value: '' } })
  expect(written()).toEqual(sampleScene)
})

test('a guest sees which variant is shown and cannot change it, and without variants there is nothing to choose', () => {
  const { unmount } = render(<Panel variants={['Natural']} canPlace={false} />)
  expect(screen.getByLabelText<HTMLSelectElement>('Variant').disabled).toBe(true)
  unmount()
  render(<Panel variants={[]} canPlace />)
  expect(screen.queryByLabelText('Variant')).toBeNull()
})

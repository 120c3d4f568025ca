import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { addPin, listPins, placePin } from '@veranda/contract/pins/routes.ts'
import { pinUpdate } from '@veranda/contract/pins/live.ts'
import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../lib/command.ts'
import { on, onResume } from '../../lib/live.ts'
import { refresh, useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { pinAnchor } from '../../parts/pin-anchor.ts'
import { type Place } from '../../parts/viewer-types.ts'
import { modelsOf, placeOn } from './pin-look.ts'

export type PinReview = ReturnType<typeof usePinReview>

/** The pins of a milestone beside one of its versions: which is open, which is being set, on which work. */
export function usePinReview(milestone: Milestone, version: Deliverable | undefined) {
  const t = useWords('pins')
  const [params, setParams] = useSearchParams()
  const works = modelsOf(version)
  const read = useRead(listPins, { params: { id: milestone.id } }, { enabled: works.length > 0 })
  const [draft, setDraft] = useState<Place>()
  const [replacing, setReplacing] = useState<Pin>()
  const [chosen, setChosen] = useState<string>()
  const pins = read.data?.items ?? []
  useEffect(() => {
    const ends = [on('pin_update', pinUpdate, () => void refresh(listPins)), onResume(() => void refresh(listPins))]
    return () => ends.forEach((end) => end())
  }, [])
  const opened = pins.find(({ id }) => id === params.get('pin'))
  const openedPlace = opened && placeOn(opened, version?.id)
  const work = works.find(({ id }) => id === chosen) ?? works.find(({ id }) => id === openedPlace?.workId) ?? works[0]
  const add = useCommand(addPin, {
    idempotent: true,
    touches: [listPins],
    onDone: (pin) => {
      setDraft(undefined)
      snackbars.add({ title: t('new.saved', { number: pin.number }), tone: 'success' })
    },
  })
  const move = useCommand(placePin, {
    touches: [listPins],
    onDone: (pin) => {
      setReplacing(undefined)
      snackbars.add({ title: t('place.done', { number: pin.number }), tone: 'success' })
    },
  })

  function open(id: string | undefined) {
    const next = new URLSearchParams(params)
    if (id === undefined) next.delete('pin')
    else next.set('pin', id)
    const place = pins.find((pin) => pin.id === id)
    setChosen(place && placeOn(place, version?.id)?.workId)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  function take(place: Place) {
    if (!replacing || !version || !work) return setDraft(place)
    const anchor = pinAnchor(place, version.id, work.id)
    void move.run({ params: { id: replacing.id }, body: { ...anchor, expected: replacing.version } })
  }

  function save(text: string, change: boolean, voice: string | undefined) {
    if (!draft || !version || !work) return
    const anchor = pinAnchor(draft, version.id, work.id)
    void add.run({
      params: { id: milestone.id },
      body: { ...anchor, text, change, ...(voice === undefined ? {} : { voice }) },
    })
  }

  return {
    read,
    pins,
    works,
    work,
    choose: setChosen,
    opened,
    open,
    draft,
    discard: () => setDraft(undefined),
    take,
    save,
    add,
    replacing,
    replace: setReplacing,
    move,
  }
}

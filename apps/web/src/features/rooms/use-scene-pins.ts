import {
  addPin,
  answerPin,
  askPin,
  listPins,
  movePin,
  placePin,
  removePin,
  restorePin,
} from '@veranda/contract/pins/routes.ts'
import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { useState } from 'react'
import { outcomeOf, useCommand } from '../../lib/command.ts'
import { refresh, useRead } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { pinAnchor } from '../../parts/pin-anchor.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { type RoomHit } from '../../parts/room-stage.ts'
import { newPinPanel } from './scene-new-pin.ts'
import { acting, type SceneNow, type ScenePanel } from './scene-now.ts'
import { pinsPanel, threadPanel } from './scene-pins.ts'
import { useScenePlayer, useSceneVoice } from './use-scene-voice.ts'

type Given = {
  scene: SceneNow
  inside: boolean
  hit: RoomHit | undefined
  takeHit: () => void
  /** The pin whose thread is in sight. */
  opened: string | undefined
  open: (id: string) => void
  /** Points with the pin tool, for a pin that is to be placed anew. */
  point: () => void
}

const touches = [listPins, listRoomWorks]

/** Pins from inside a headset: their list, their threads, a new one; the same commands as on the page. */
export function useScenePins({ scene, inside, hit, takeHit, opened, open, point }: Given) {
  const p = useWords('pins')
  const { t, shared, room, say, go } = scene
  const { version, shown } = shared
  const textOf = useProblemText()
  const me = useSession().user?.id
  const may = version?.may.pin === true
  const { data } = useRead(listPins, { params: { id: version?.milestone.id ?? '' } }, { enabled: inside && may })
  const pins = data?.items ?? []
  const [chosen, setChosen] = useState<{ of: RoomHit; change: boolean }>()
  const [replacing, setReplacing] = useState<Pin>()
  const { playing, play } = useScenePlayer()
  const about = hit ? `${hit.part} ${hit.position.x}` : opened
  // Who takes the headset off leaves no microphone on.
  const voice = useSceneVoice(inside ? about : undefined, play)
  const add = useCommand(addPin, {
    idempotent: true,
    touches,
    onDone: ({ number }) => {
      takeHit()
      say(t('scene.pin.saved', { number }))
    },
  })
  const answer = useCommand(answerPin, { idempotent: true, touches: [listPins], onDone: voice.discard })
  const move = useCommand(movePin, { touches })
  const ask = useCommand(askPin, { touches })
  const place = useCommand(placePin, { touches })
  const remove = useCommand(removePin, { touches })
  const mayAsk = room.people.some(({ person, party }) => person.id === me && party === 'client')

  /** Where a pin that lost its place is to stand from now on. */
  function placing(at: RoomHit, pin: Pin): ScenePanel {
    async function save() {
      if (!version || !shown) return
      const body = { ...pinAnchor(at, version.deliverableId, shown.workId), expected: pin.version }
      const done = await place.run({ params: { id: pin.id }, body })
      end()
      say(done.ok ? p('place.done', { number: pin.number }) : textOf(done.problem))
    }
    function end() {
      setReplacing(undefined)
      takeHit()
    }
    const model: PanelModel = {
      ...scene.base,
      id: 'place-pin',
      title: t('scene.pin.place', { number: pin.number, part: at.part }),
      side: 'front',
      rows: [],
      actions: [
        { id: 'save', label: p('place.start'), look: 'filled', disabled: place.busy },
        { id: 'close', label: t('scene.close'), look: 'plain' },
      ],
    }
    return { model, act: acting({ save: () => void save(), close: end }) }
  }

  function fresh(): ScenePanel | undefined {
    if (!hit || !may) return undefined
    if (replacing) return placing(hit, replacing)
    return newPinPanel(scene, p, {
      part: hit.part,
      mayAsk,
      change: chosen?.of === hit ? chosen.change : undefined,
      choose: (change) => setChosen({ of: hit, change }),
      voice,
      busy: add.busy,
      problem: add.problem && textOf(add.problem),
      set(said) {
        if (!version || !shown) return
        const body = { ...pinAnchor(hit, version.deliverableId, shown.workId), ...said }
        void add.run({ params: { id: version.milestone.id }, body })
      },
      close: takeHit,
    })
  }

  function thread(): ScenePanel | undefined {
    const pin = pins.find(({ id }) => id === opened)
    if (!pin) return undefined
    const params = { id: pin.id }
    const expected = pin.version
    const problem = [answer, move, ask, remove].find((one) => one.problem)?.problem
    return threadPanel(scene, p, version, {
      pin,
      voice,
      playing,
      play,
      busy: answer.busy || move.busy || ask.busy || remove.busy,
      problem: problem && textOf(problem),
      act: (action) => void move.run({ params, body: { action, text: '', expected } }),
      answer: (body) => void answer.run({ params, body }),
      ask: () => {
        const messageId = pin.kind === 'change' ? null : (pin.messages[0]?.id ?? null)
        void ask.run({ params, body: { messageId, expected } })
      },
      replace() {
        setReplacing(pin)
        say(p('place.waiting', { number: pin.number }))
        point()
      },
      remove: () =>
        void remove.run({ params, body: { expected } }).then((done) => {
          if (!done.ok) return
          go.back()
          say(p('remove.done', { number: pin.number }), () => {
            void outcomeOf(restorePin, { params }).then(() => refresh(...touches))
          })
        }),
    })
  }

  return { pins, list: () => pinsPanel(scene, p, { pins, version, may }, open), fresh, thread }
}

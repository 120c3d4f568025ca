import { noteBeside, nameOfThing, referenceBeside, referenceKinds, thingsOf } from './things.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'

const mostLetters = 500

/** What stands beside the work: put there and taken away. */
export function thingsPanel(scene: SceneNow): ScenePanel {
  const { t, values, write, type } = scene
  const things = thingsOf(values, scene.shared.shown?.workId)
  const rows = [
    {
      id: 'add',
      text: t('scene.things.add'),
      buttons: referenceKinds.map((what) => ({ id: `add:${what}`, label: t(`work.thing.${what}`) })),
    },
    { id: 'note', text: t('work.note'), action: 'note' },
    ...(things.length === 0 ? [{ id: 'none', text: t('work.thing.none') }] : []),
    ...things.map(([key, value]) => ({
      id: key,
      text: nameOfThing(key, value, scene),
      buttons: [{ id: `drop:${key}`, label: t('scene.things.drop') }],
    })),
  ]
  return behind(
    scene,
    { id: 'things', title: t('work.things'), rows },
    {
      add: (name) => {
        const what = referenceKinds.find((one) => one === name)
        if (what) void write<'reference'>(`reference:${crypto.randomUUID()}`, referenceBeside(what, scene))
      },
      note: () =>
        type({
          title: t('work.note'),
          hint: t('scene.type.hint'),
          send: t('work.note.add'),
          most: mostLetters,
          done: (text) => void write<'note'>(`note:${crypto.randomUUID()}`, noteBeside(text, scene)),
        }),
      drop: (key) => void write(key, null),
    },
  )
}

import { newNote, annotationLabel, newReference, referenceKinds, findAnnotations } from '../../records/annotations.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'

const maxNoteLength = 500

/** Builds the panel that adds and removes annotations. */
export function annotationsPanel(context: PanelContext): ScenePanel {
  const { t, values, write, openKeyboard } = context
  const annotations = findAnnotations(values, context.shared.shown)
  const rows = [
    {
      id: 'add',
      text: t('scene.annotations.add'),
      buttons: referenceKinds.map((kind) => ({ id: `add:${kind}`, label: t(`annotations.${kind}`) })),
    },
    { id: 'note', text: t('version.note'), action: 'note' },
    ...(annotations.length === 0 ? [{ id: 'none', text: t('annotations.none') }] : []),
    ...annotations.map(([key, value]) => ({
      id: key,
      text: annotationLabel(key, value, context),
      buttons: [{ id: `drop:${key}`, label: t('scene.annotations.drop') }],
    })),
  ]
  return childPanel(
    context,
    { id: 'annotations', title: t('annotations'), rows },
    {
      add: (name) => {
        const kind = referenceKinds.find((known) => known === name)
        if (kind) void write<'reference'>(`reference:${crypto.randomUUID()}`, newReference(kind, context))
      },
      note: () =>
        openKeyboard({
          title: t('version.note'),
          hint: t('scene.type.hint'),
          send: t('version.note.add'),
          isTooLong: (text) => text.length > maxNoteLength,
          onDone: (text) => void write<'note'>(`note:${crypto.randomUUID()}`, newNote(text, context)),
        }),
      drop: (key) => void write(key, null),
    },
  )
}

import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Drawer } from '@veranda/ui/drawer.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { Tooltip } from '@veranda/ui/tooltip.tsx'
import { useState } from 'react'
import { paletteKeys } from '../../app/palette-state.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars, toasts } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { tones } from './surfaces.tsx'

export function Layers() {
  const t = useWords('dev')
  const c = useWords('common')
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const close = () => setDialog(false)
  return (
    <Section title={t('layers')}>
      <Card padded>
        <Line wrap>
          <Button onClick={() => setDialog(true)}>{t('dialog')}</Button>
          <Button onClick={() => setDrawer(true)}>{t('drawer')}</Button>
          <Menu
            label={t('menu')}
            align="start"
            items={[
              { id: 'edit', label: t('menu.edit'), icon: 'edit' },
              { id: 'copy', label: t('menu.copy'), icon: 'copy', checked: true },
              'line',
              { id: 'delete', label: t('menu.delete'), icon: 'trash', danger: true },
            ]}
          >
            {(trigger) => (
              <Button {...trigger} icon="more">
                {t('menu')}
              </Button>
            )}
          </Menu>
          <Tooltip text={t('tooltip.text')}>
            <Button kind="quiet">{t('tooltip')}</Button>
          </Tooltip>
          <Kbd>{paletteKeys()}</Kbd>
        </Line>
      </Card>
      <Dialog
        open={dialog}
        onClose={close}
        title={t('dialog.title')}
        text={t('dialog.text')}
        actions={
          <>
            <Button onClick={close}>{c('cancel')}</Button>
            <Button kind="filled" onClick={close}>
              {t('filled')}
            </Button>
          </>
        }
      >
        <Field label={t('area')} optional>
          <TextArea />
        </Field>
      </Dialog>
      <Drawer open={drawer} onChange={setDrawer} label={t('drawer')}>
        <Stack>
          <Button kind="quiet" onClick={() => setDrawer(false)}>
            {c('close')}
          </Button>
        </Stack>
      </Drawer>
    </Section>
  )
}

let saved = 0

export function NoticeButtons() {
  const t = useWords('dev')
  const c = useWords('common')
  return (
    <Section title={t('notices')}>
      <Card padded>
        <Line wrap>
          {tones.map((tone) => (
            <Button
              key={tone}
              onClick={() => toasts.add({ title: t('toast.title'), text: t('toast.text'), tone, href: '/login' })}
            >
              {t('toast', { tone })}
            </Button>
          ))}
          <Button onClick={() => toasts.add({ title: t('toast.urgent.title'), tone: 'error', urgent: true })}>
            {t('toast.urgent')}
          </Button>
          <Button onClick={() => snackbars.add({ title: t('snackbar.title', { number: ++saved }), tone: 'success' })}>
            {t('snackbar')}
          </Button>
          <Button
            onClick={() =>
              snackbars.add({
                title: t('snackbar.deleted'),
                tone: 'neutral',
                action: { label: c('undo'), onPress: () => snackbars.add({ title: c('done'), tone: 'success' }) },
              })
            }
          >
            {t('snackbar.undo')}
          </Button>
        </Line>
      </Card>
    </Section>
  )
}

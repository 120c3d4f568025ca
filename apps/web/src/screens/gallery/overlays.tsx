import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Drawer } from '@veranda/ui/drawer.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { paletteShortcut } from '../../app/command-palette/palette-state.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { snackbars, toasts } from '../../components/toasts.ts'
import { Section } from '../../components/page/section.tsx'
import { tones } from './surfaces.tsx'

export function Overlays() {
  const t = useTranslations('gallery')
  const c = useTranslations('common')
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const close = () => setDialog(false)
  return (
    <Section title={t('layers')}>
      <Card padded>
        <Inline wrap>
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
          <Kbd>{paletteShortcut()}</Kbd>
        </Inline>
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

let savedCount = 0

export function ToastButtons() {
  const t = useTranslations('gallery')
  const c = useTranslations('common')
  return (
    <Section title={t('toasts')}>
      <Card padded>
        <Inline wrap>
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
          <Button
            onClick={() => snackbars.add({ title: t('snackbar.title', { number: ++savedCount }), tone: 'success' })}
          >
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
        </Inline>
      </Card>
    </Section>
  )
}

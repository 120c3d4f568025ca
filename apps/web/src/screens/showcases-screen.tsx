import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { TabTitle } from '../components/page/page.tsx'

const toSearch = { href: '/search', label: 'to-search' } as const
const toDashboard = { href: '/dashboard', label: 'to-dashboard' } as const

export function ShowcasesScreen() {
  return (
    <ComingSoon
      icon="headset"
      name="screen.showcases"
      title="showcases.title"
      text="showcases.text"
      steps={[toSearch, toDashboard]}
    />
  )
}

type NextStep = { href: string; label: MessageKey<'showcases'> }

export type ComingSoonProps = {
  icon: IconName
  name: MessageKey<'shell'>
  title: MessageKey<'showcases'>
  text: MessageKey<'showcases'>
  steps: readonly [NextStep, ...NextStep[]]
}

/** Renders a screen that is not built yet: says what will be here and links to useful places. */
export function ComingSoon({ icon, name, title, text, steps }: ComingSoonProps) {
  const t = useTranslations('showcases')
  const tShell = useTranslations('shell')
  return (
    <>
      <TabTitle>{tShell(name)}</TabTitle>
      <Card>
        <EmptyState
          level={1}
          icon={icon}
          title={t(title)}
          text={t(text)}
          actions={steps.map((step, index) => (
            <Button key={step.href} kind={index === 0 ? 'filled' : 'plain'} href={step.href}>
              {t(step.label)}
            </Button>
          ))}
        />
      </Card>
    </>
  )
}

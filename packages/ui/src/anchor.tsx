import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  type Ref,
  use,
} from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

function PlainAnchor(props: AnchorProps) {
  return <a {...props} />
}

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor)

/** Provides the component that every primitive uses for links, such as a router's link. */
export function AnchorProvider({
  component,
  children,
}: {
  component: ComponentType<AnchorProps>
  children: ReactNode
}) {
  return <AnchorContext value={component}>{children}</AnchorContext>
}

/** Renders an unstyled link with the provided component, or a plain one. */
export function Anchor(props: AnchorProps) {
  return createElement(use(AnchorContext), props)
}

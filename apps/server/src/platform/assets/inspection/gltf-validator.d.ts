declare module 'gltf-validator' {
  type Issue = { code: string; message: string; severity: number; pointer?: string }
  type Report = { issues: { numErrors: number; truncated: boolean; messages: Issue[] } }
  type Options = {
    maxIssues?: number
    ignoredIssues?: string[]
    writeTimestamp?: boolean
    externalResourceFunction?: (uri: string) => Promise<Uint8Array>
  }
  export function validateBytes(bytes: Uint8Array, options?: Options): Promise<Report>
}

export type LocationGateway = {
  /** Returns the city and country of a network address, as far as they are known, in the language or in English. */
  locate(ipAddress: string, language: string): string | undefined
}

/** Knows no location, where no database is configured. */
export const noLocations: LocationGateway = { locate: () => undefined }

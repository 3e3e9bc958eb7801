/** Name of the session cookie of the reports; over https it has the prefix `__Host-`. */
export const sessionCookie = 'formlotse-reports'

/** A setting that is missing or wrong: one line that names the variable and the fix. */
export class ConfigError extends Error {}

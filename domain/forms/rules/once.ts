/**
 * Returns a function that calls `make` on the first call and returns the same result afterwards. Pages create a
 * rule only when they check a value with it: creating the rules of all steps took a third of the time in which the code
 * of the wizard is evaluated.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

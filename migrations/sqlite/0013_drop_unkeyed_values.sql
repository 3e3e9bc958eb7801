-- It is empty: `reseal-values.ts` runs between the previous migration and this one.
DROP TABLE `personal_data_unkeyed`;

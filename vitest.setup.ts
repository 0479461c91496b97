/** The tests draw the same values in every run; `FC_SEED` draws others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });

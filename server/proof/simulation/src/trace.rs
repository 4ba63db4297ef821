//! Traces: a line for each step of a simulation.

/// Destination of the trace, if there is one.
pub(crate) type Trace<'a> = Option<&'a mut dyn FnMut(&str)>;

/// Writes a line of the trace.
macro_rules! trace {
    ($world:expr, $($told:tt)+) => {
        if let Some(trace) = &mut $world.trace {
            trace(&format!("{:>8}  {}", $world.agenda.now, format_args!($($told)+)));
        }
    };
}
pub(crate) use trace;
